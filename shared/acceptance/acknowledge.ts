import { UnknownCommitError } from '../db/unknown-commit.js';
import type { HistoryKeeper } from '../history/history-keeper.js';
import { withinTime } from '../within-time.js';
import type { AcceptingDatabase, Acknowledgements } from '../witness/acknowledgements.js';

/** Longest time an answer waits for Redis: without it only certainty is lost, should the database go back in time. */
const WITHIN_MS = 250;

/** What acknowledging needs from the process. */
export interface AcknowledgeDeps {
  acknowledgements: Pick<Acknowledgements, 'note'>;
  history: Pick<HistoryKeeper, 'look'>;
}

/**
 * Has the second witness record these requests as acknowledged before the answers leave (contract 15). Throws
 * UnknownCommitError if another database has been adopted: what was just committed is on a primary from before a
 * failover and will be gone.
 */
export async function acknowledge(
  database: AcceptingDatabase,
  requestIds: readonly string[],
  deps: AcknowledgeDeps,
): Promise<void> {
  let refused = false;
  const onRefused = () => {
    refused = true;
  };
  const noted = await withinTime(note(database, requestIds, deps, onRefused), WITHIN_MS).catch(() =>
    // In doubt whether the witness was behind, the caller is to ask again: what was accepted is found by its key.
    refused ? 'superseded' : 'unknown',
  );
  if (noted === 'superseded') {
    throw new UnknownCommitError(new Error('Another database has been adopted than the one that accepted'));
  }
}

/** A witness that is behind is brought up to date first: an old state of Redis may have been restored. */
async function note(
  database: AcceptingDatabase,
  requestIds: readonly string[],
  { acknowledgements, history }: AcknowledgeDeps,
  onRefused: () => void,
): Promise<'noted' | 'superseded'> {
  const noted = await acknowledgements.note(database, requestIds);
  if (noted === 'noted') return noted;
  onRefused();
  await history.look();
  return acknowledgements.note(database, requestIds);
}

/**
 * Error for a caller who was waiting while the database went back to before the request (contract 15): what was
 * accepted is gone, and a retry with the same key submits it again.
 */
export function goneMeanwhile(): UnknownCommitError {
  return new UnknownCommitError(new Error('The database went back to before the request'));
}
