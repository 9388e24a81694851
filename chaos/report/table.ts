/** A Markdown table; the first row is its head, and numbers are right-aligned. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const [head = [], ...body] = rows;
  const align = head.map((_, column) => (body.every((row) => isNumber(row[column])) ? '--:' : '---'));
  return [head, align, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function isNumber(cell: string | number | undefined): boolean {
  return typeof cell === 'number' || /^[\d.,]+( %| s)?$|^–$/.test(cell ?? '');
}

/** Seconds with one decimal, or a dash if nothing was measured. */
export function seconds(ms: number | undefined): string {
  return ms === undefined ? '–' : (ms / 1_000).toFixed(1);
}

/** The value below which this share of the values lies; undefined without values. */
export function quantile(values: readonly number[], part: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}
