/** What was measured of one thing, round by round. */
export interface Figure {
  /** Stable name, for example `accept.hot.product`. */
  name: string;
  /** What it is, for people. */
  label: string;
  unit: string;
  values: number[];
}

/** Collects the figures of a run, in the order in which they were first seen. */
export class Figures {
  readonly #byName = new Map<string, Figure>();

  /** Adds the value of one round, and shows it. */
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
 * The middle of the values; with an even number the mean of the two in the middle. Throws when there is none, or when one is
 * missing (NaN): it has no place in their order, and would come out as another one being in the middle.
 */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [lower, upper] = [(sorted.length - 1) / 2, sorted.length / 2].map((at) => sorted[Math.floor(at)]);
  if (lower === undefined || upper === undefined || !areMeasured(values))
    throw new Error(`No middle of ${JSON.stringify(values)}`);
  return (lower + upper) / 2;
}

/** The same, or NaN when one is missing: what was not measured in every round is not known. */
export function medianIfMeasured(values: readonly number[]): number {
  return values.length > 0 && areMeasured(values) ? median(values) : Number.NaN;
}

/** Whether each is there: processor time is not on every system, and nothing counts for what was divided by nothing. */
export function areMeasured(values: readonly number[]): boolean {
  return values.every(Number.isFinite);
}

/** Three digits are more than the spread allows to tell apart. */
export function formatValue(value: number): string {
  if (!Number.isFinite(value)) return 'n/a';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  return String(Number(value.toPrecision(3)));
}

/** Smallest and largest value. */
export function formatSpread(values: readonly number[]): string {
  return `${formatValue(Math.min(...values))}–${formatValue(Math.max(...values))}`;
}
