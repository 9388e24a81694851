/** Durations are counted in buckets, each 10% longer than the one before: nobody plans with finer ones. */
const GROWTH = 1.1;

/** Returns the bucket of a duration in milliseconds. */
export function durationBucket(tookMs: number): number {
  return Math.ceil(Math.log(Math.max(1, tookMs)) / Math.log(GROWTH));
}

/** SQL that computes the bucket of a duration from an expression in milliseconds. */
export function durationBucketSql(milliseconds: string): string {
  return `ceil(ln(greatest(1, ${milliseconds})) / ln(${GROWTH}))::smallint`;
}

/**
 * Returns a percentile in milliseconds: the longest duration of the bucket that contains the given share (0 to 1) of
 * all, counted from the shortest. `counts` says how many durations each bucket has.
 */
export function durationPercentile(counts: ReadonlyMap<number, number>, share: number): number {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  const ordered = [...counts].sort(([one], [other]) => one - other);
  const found = ordered.find(([, count]) => {
    seen += count;
    return seen >= share * total;
  });
  return Math.round(GROWTH ** (found?.[0] ?? 0));
}
