/**
 * What was found, and what to do if anything. `fault` if work has stopped or a promise of the service no longer holds,
 * `warning` if it is worth attention before that happens.
 */
export type Judgement =
  | { state: 'ok'; found: string }
  | { state: 'warning' | 'fault'; found: string; remedy: string };

/** A judgement and the name of its subject. */
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
