import type { Redis } from 'ioredis';
import { type WitnessedCalls, witnessCalls } from './witnessed-calls.js';
import { type WitnessedHistory, witnessHistory } from './witnessed-history.js';

/**
 * The second witness (contract 15): outside PostgreSQL, it knows which checks may have been called. It holds only ids,
 * and nothing a call could be repeated from: losing it costs certainty, not calls. Everything rejects while Redis is
 * unavailable.
 */
export interface Witness extends WitnessedHistory, WitnessedCalls {}

/** Opens the witness on a connection that fails fast. */
export function openWitness(redis: Redis): Witness {
  return { ...witnessHistory(redis), ...witnessCalls(redis) };
}
