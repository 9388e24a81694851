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

/**
 * Whether all values are present: processor time is not available on every system, and a division by zero is no value.
 */
export function areMeasured(values: readonly number[]): boolean {
  return values.every(Number.isFinite);
}
