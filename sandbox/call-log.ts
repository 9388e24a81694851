// Enough for any test or demonstration; about 30 MB when full.
const REMEMBERED_CALLS = 100_000;
// Statuses for which a provider certainly did no paid work (architecture 4): it refused our input, key, funds or
// request rate.
const FREE_STATUSES: readonly number[] = [400, 401, 402, 403, 422, 429];

/** One request that was read in full. */
export interface SandboxCall {
  /** When it was read in full, ISO 8601 UTC. */
  at: string;
  path: string;
  reportType?: string;
  /** All but the last four characters are asterisks; absent if the request was not understood. */
  subject?: string;
  /** X-Client-Reference. */
  reference?: string;
  idempotency_key?: string;
  /** Why it was handled as it was: a case of the subject table, `fault:<kind>`, or an error code. */
  case: string;
  /** The HTTP status of an answer sent in full, otherwise null. */
  answered: number | null;
  /** Whether the provider would charge for it: everything but a clear refusal of its own. */
  paid: boolean;
}

/** The calls of this sandbox, oldest first, with bounded memory. */
export class CallLog {
  #calls: SandboxCall[] = [];

  /** Keeps roughly this many of the newest calls. */
  constructor(private readonly remembered: number = REMEMBERED_CALLS) {}

  /** Adds an unanswered call; a call costs money once it is read. */
  open(call: Omit<SandboxCall, 'at' | 'answered' | 'paid'>): SandboxCall {
    const opened = { at: new Date().toISOString(), ...call, answered: null, paid: true };
    // Dropping many at once keeps the amortised cost of a call constant.
    if (this.#calls.length >= this.remembered) this.#calls = this.#calls.slice(this.remembered / 10);
    this.#calls.push(opened);
    return opened;
  }

  /** All calls, or those with one reference. */
  list(reference?: string): SandboxCall[] {
    return this.#calls
      .filter((call) => reference === undefined || call.reference === reference)
      .map((call) => ({ ...call }));
  }

  clear(): void {
    this.#calls = [];
  }
}

/** Records the answer; `refusal` is false for a body outside the provider's error schema. */
export function markAnswered(call: SandboxCall, status: number, refusal: boolean): void {
  call.answered = status;
  call.paid = !(refusal && FREE_STATUSES.includes(status));
}

/** The number of paid calls per reference; calls without a reference count under the empty one. */
export function countPaid(calls: readonly SandboxCall[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { paid, reference = '' } of calls) {
    if (paid) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
