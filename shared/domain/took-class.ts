/** Durations are counted in classes, each 10 % longer than the previous: nobody plans with finer ones. */
const STEP = Math.log(1.1);

/** The class of a duration. */
export function tookClass(tookMs: number): number {
  return Math.ceil(Math.log(Math.max(1, tookMs)) / STEP);
}

/** The class of a number of milliseconds, as SQL. */
export function tookClassSql(milliseconds: string): string {
  return `ceil(ln(greatest(1, ${milliseconds})) / ln(1.1))::smallint`;
}

/** The longest duration of the class that contains the given share of all, counted from the shortest. */
export function tookPercentile(counts: ReadonlyMap<number, number>, share: number): number {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  const ordered = [...counts].sort(([one], [other]) => one - other);
  const found = ordered.find(([, count]) => {
    seen += count;
    return seen >= share * total;
  });
  return Math.round(Math.exp((found?.[0] ?? 0) * STEP));
}
