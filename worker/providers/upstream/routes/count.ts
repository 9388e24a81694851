/** Words a number of things: "no addresses", "1 address", "2 addresses". */
export function count(things: readonly unknown[] = [], one: string, many: string): string {
  if (things.length === 0) return `no ${many}`;
  return `${things.length} ${things.length === 1 ? one : many}`;
}
