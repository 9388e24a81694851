/**
 * What was found, and what to do where something is to be done. `fault` when work stands still or a promise of the
 * service no longer holds, `warning` when it is worth a look before it comes to that.
 */
export type Judgement =
  | { state: 'ok'; found: string }
  | { state: 'warning' | 'fault'; found: string; remedy: string };

/** A judgement with the name of what was judged. */
export type Finding = Judgement & { subject: string };

export function ok(found: string): Judgement {
  return { state: 'ok', found };
}

export function warning(found: string, remedy: string): Judgement {
  return { state: 'warning', found, remedy };
}

export function fault(found: string, remedy: string): Judgement {
  return { state: 'fault', found, remedy };
}
