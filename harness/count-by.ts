/** Counts items by what they have in common, for example answers by status. */
export function countBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const key = keyOf(item);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
