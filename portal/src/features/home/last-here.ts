import { serverNow } from '../../lib/server-clock.js';

/** A visit ends after this long without opening anything. */
const VISIT_ENDS_AFTER_MS = 30 * 60_000;

/**
 * When the visit before this one ended, in milliseconds; undefined on the first visit. This browser stores two
 * timestamps for each person who signs in here, and nothing else.
 */
export function lastHere(userId: string, now = serverNow()): number | undefined {
  const name = `last-here-${userId}`;
  const [before = 0, seen = 0] = (localStorage.getItem(name) ?? '').split(' ').map(Number);
  // On the very first visit there is no previous end: everything since its start is new.
  const since = before === 0 || now - seen > VISIT_ENDS_AFTER_MS ? seen : before;
  localStorage.setItem(name, `${since} ${now}`);
  return since === 0 ? undefined : since;
}
