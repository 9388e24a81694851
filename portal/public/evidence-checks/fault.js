/** Why something proves nothing. */
export class Fault extends Error {}

/** Why nothing can be said of something: here it cannot be checked at all. */
export class Unable extends Error {}

/** Throws a Fault that says why, unless the condition holds. */
export function demand(condition, why) {
  if (!condition) throw new Fault(why);
}
