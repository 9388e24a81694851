/** Why something proves nothing. */
export class Fault extends Error {}

/** Throws a Fault that says why, unless the condition holds. */
export function demand(condition, why) {
  if (!condition) throw new Fault(why);
}
