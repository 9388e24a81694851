/** A call that the provider may have received, and whether its answer has come since it was given up. */
export interface KnownCall {
  id: string;
  answered_late_at: Date | null;
}

/**
 * Names calls by all that whoever asks the provider about them knows: a name changes when an answer comes, because the
 * provider has then charged for it after all.
 */
export function nameCalls(calls: readonly KnownCall[]): string[] {
  return calls
    .map(({ id, answered_late_at: answered }) => (answered === null ? id : `${id} answered`))
    .sort();
}

/** The name of one call, `provider_calls AS p`, in SQL. */
export const CALL_NAME = `(CASE WHEN p.answered_late_at IS NULL THEN p.id::text ELSE p.id || ' answered' END)`;

/** Whether these are the same calls, in any order: none is unknown to the other side, and none was answered since. */
export function areSameCalls(calls: readonly KnownCall[], names: readonly string[]): boolean {
  return nameCalls(calls).join() === [...names].sort().join();
}
