/** One measured quantity, round by round. */
export interface Figure {
  /** Stable name, for example `accept.hot.product`. */
  name: string;
  /** Description for people. */
  label: string;
  unit: string;
  values: number[];
}

/** Collects the figures of a run, in the order they first appear. */
export class Figures {
  readonly #byName = new Map<string, Figure>();

  /** Adds the value of one round, and prints it. */
  add(name: string, label: string, unit: string, value: number): void {
    const figure = this.#byName.get(name) ?? { name, label, unit, values: [] };
    figure.values.push(value);
    this.#byName.set(name, figure);
    console.log(`  ${label}: ${formatValue(value)} ${unit}`);
  }

  find(name: string): Figure | undefined {
    return this.#byName.get(name);
  }

  all(): Figure[] {
    return [...this.#byName.values()];
  }
}

/**
 * The median; for an even number of values, the mean of the two in the middle. Throws without values, or if one is
 * missing (NaN): it has no place in the order and would shift the median unnoticed.
 */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [lower, upper] = [(sorted.length - 1) / 2, sorted.length / 2].map((at) => sorted[Math.floor(at)]);
  if (lower === undefined || upper === undefined || !areMeasured(values))
    throw new Error(`No middle of ${JSON.stringify(values)}`);
  return (lower + upper) / 2;
}

/** The median, or NaN if a value is missing: a figure not measured in every round is unknown. */
export function medianIfMeasured(values: readonly number[]): number {
  return values.length > 0 && areMeasured(values) ? median(values) : Number.NaN;
}

/**
 * Whether all values are present: processor time is not available on every system, and a division by zero is no value.
 */
export function areMeasured(values: readonly number[]): boolean {
  return values.every(Number.isFinite);
}

/** Three significant digits: the spread does not justify more. */
export function formatValue(value: number): string {
  if (!Number.isFinite(value)) return 'n/a';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return String(Number(value.toPrecision(3)));
}

/** Minimum and maximum. */
export function formatSpread(values: readonly number[]): string {
  return `${formatValue(Math.min(...values))}–${formatValue(Math.max(...values))}`;
}
