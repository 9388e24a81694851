import { availableOf, entriesOf, type ModelState } from './state.js';

export interface ModelSubmission {
  id: string;
  checkIds: readonly string[];
  client: string;
  key: string;
  request: string;
  credits: number;
}

export type ModelAcceptance =
  | { kind: 'accepted' }
  | { kind: 'replay' | 'key_reused'; verificationId: string }
  | { kind: 'insufficient_credits'; required: number; available: number };

/** One key is one request for ever; a replay needs no credits; a refusal leaves nothing behind. */
export function accept(state: ModelState, submission: ModelSubmission): ModelAcceptance {
  const { id, checkIds, client, key, request, credits } = submission;
  const holder = state.verifications.find((other) => other.client === client && other.key === key);
  if (holder?.id === id) return { kind: 'accepted' };
  if (holder !== undefined) {
    return { kind: holder.request === request ? 'replay' : 'key_reused', verificationId: holder.id };
  }
  const available = availableOf(state, client);
  if (available < credits) return { kind: 'insufficient_credits', required: credits, available };
  entriesOf(state, client).push({ kind: 'reserve', amount: credits, verification: id });
  state.verifications.push({
    ...{ id, client, key, request, credits },
    status: 'pending',
    outcome: null,
    reason: null,
    version: 1,
    holder: null,
    checks: checkIds.map((checkId) => ({
      id: checkId,
      status: 'pending',
      outcome: null,
      reason: null,
      aged: false,
      calls: [],
    })),
  });
  return { kind: 'accepted' };
}

export interface ModelCreditMove {
  client: string;
  entryId: string;
  key: string;
  amount: number;
}

/** Staff add any amount, and take only what is not reserved; one key moves credits once. */
export function moveCredits(state: ModelState, move: ModelCreditMove): Record<string, unknown> {
  const earlier = state.moves.find(({ client, key }) => client === move.client && key === move.key);
  if (earlier !== undefined) {
    if (earlier.amount !== move.amount) return { kind: 'key_reused' };
    return { kind: earlier.entryId === move.entryId ? 'moved' : 'replay', entryNo: earlier.entryNo };
  }
  const available = availableOf(state, move.client);
  if (available + move.amount < 0) return { kind: 'insufficient', required: -move.amount, available };
  const entries = entriesOf(state, move.client);
  entries.push({
    kind: move.amount > 0 ? 'top_up' : 'adjustment',
    amount: move.amount,
    verification: null,
  });
  state.moves.push({ ...move, entryNo: entries.length });
  return { kind: 'moved', entryNo: entries.length };
}
