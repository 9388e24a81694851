import { areMeasured, median } from '../../harness/median.js';

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

/** The median, or NaN if a value is missing: a figure not measured in every round is unknown. */
export function medianIfMeasured(values: readonly number[]): number {
  return values.length > 0 && areMeasured(values) ? median(values) : Number.NaN;
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
