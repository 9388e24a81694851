/** A visit is over when nothing was opened for this long. */
const VISIT_ENDS_AFTER_MS = 30 * 60_000;

/**
 * The moment at which the visit before this one ended, in milliseconds; undefined at the first. This browser keeps two
 * moments for each person who signs in here, and nothing else.
 */
export function lastHere(userId: string, now = Date.now()): number | undefined {
  const name = `last-here-${userId}`;
  const [before = 0, seen = 0] = (localStorage.getItem(name) ?? '').split(' ').map(Number);
  // Of the very first visit there is no end before it: what came since its start is news.
  const since = before === 0 || now - seen > VISIT_ENDS_AFTER_MS ? seen : before;
  localStorage.setItem(name, `${since} ${now}`);
  return since === 0 ? undefined : since;
}
