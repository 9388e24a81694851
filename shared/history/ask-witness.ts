import type { Witness } from '../witness/witness.js';
import type { RedisProcess, WitnessState } from '../witness/witnessed-history.js';
import type { WitnessView } from './judge-history.js';
import type { Situation } from './read-situation.js';

/** What the witness says before the database is read. */
export interface Asked extends RedisProcess {
  state: WitnessState | undefined;
}

/** To be asked before the database is read: what the witness has seen of it must not be ahead of it. */
export async function askWitness(witness: Witness): Promise<Asked> {
  const [state, process] = await Promise.all([witness.read(), witness.process()]);
  return { state, ...process };
}

/** Asks also what the witness still remembers, once it is known when the database was last seen. */
export async function completeView(
  witness: Witness,
  asked: Asked,
  { newest: { seenHour } }: Situation,
): Promise<WitnessView> {
  const { state } = asked;
  const remembersSeen =
    state !== undefined && seenHour !== null && (await witness.remembersSince(state.epoch, seenHour));
  return { ...asked, remembersSeen };
}
