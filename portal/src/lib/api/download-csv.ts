import { type QueryValues, send } from './request.js';

const ROWS_A_PAGE = 100;
// 10 000 rows: more is a job for the API, not for a click.
const MAX_PAGES = 100;

/**
 * Saves everything that the filters of a list match as one CSV file. The API gives a page at a time, so the pages are
 * put together here. Returns false when there was more than the file holds.
 */
export async function downloadCsv(path: string, filters: QueryValues, fileName: string): Promise<boolean> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const response = await send(
      path,
      { Accept: 'text/csv' },
      { query: { ...filters, limit: ROWS_A_PAGE, cursor } },
    );
    const text = await response.text();
    parts.push(parts.length === 0 ? text : withoutHeader(text));
    cursor = nextCursor(response.headers.get('Link'));
  } while (cursor !== undefined && parts.length < MAX_PAGES);
  save(new Blob(parts, { type: 'text/csv;charset=utf-8' }), fileName);
  return cursor === undefined;
}

/** Names of columns hold no line breaks, so the first one ends the header. */
function withoutHeader(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

function nextCursor(link: string | null): string | undefined {
  const [, address] = /<([^>]+)>;\s*rel="next"/.exec(link ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URL(address, window.location.origin).searchParams.get('cursor') ?? undefined;
}

function save(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
