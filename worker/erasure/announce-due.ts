import { toPublicId } from '../../shared/domain/ids.js';
import {
  announceExpired,
  findClientsToAnnounce,
  findTooMany,
  withdrawAnnouncements,
} from '../../shared/erasure/announce-erasures.js';
import type { PassErrors } from '../pass-errors.js';
import type { EraseDeps } from './erase-due.js';
import { runInTurns } from './run-in-turns.js';

/**
 * First stage of erasure by retention: announces what is due, so that it can be called back during the grace
 * period, and withdraws announcements that are no longer due. If too much of one client falls due at once,
 * that client is skipped until a person approves (`npm run admin -- approve-erasures`), because that is what
 * a mistaken retention period or a clock that is wrong everywhere looks like.
 */
export async function announceDue(deps: EraseDeps, passErrors: PassErrors): Promise<void> {
  const { db, logger, graceMs } = deps;
  let [announced, withdrawn] = [0, 0];
  await passErrors.attempt(() =>
    runInTurns(
      deps,
      (sql) => withdrawAnnouncements(sql, { now: new Date(), graceMs }),
      (count) => {
        withdrawn += count;
      },
    ),
  );
  for (const clientId of await passErrors.attemptOr(() => findClientsToAnnounce(db, new Date()), [])) {
    await passErrors.attempt(() =>
      announceOf(deps, clientId, (count) => {
        announced += count;
      }),
    );
  }
  if (announced + withdrawn > 0) {
    const graceHours = graceMs / 3_600_000;
    logger.warn(
      { announced, withdrawn, grace_hours: graceHours },
      'erasures announced: they can be cancelled',
    );
  }
}

async function announceOf(
  deps: EraseDeps,
  clientId: string,
  onBatch: (count: number) => void,
): Promise<void> {
  const { db, logger, graceMs, countStop } = deps;
  const tooMany = await findTooMany(db, clientId, new Date());
  if (tooMany === undefined) {
    const by = { actor: 'system' };
    await runInTurns(
      deps,
      (sql) => announceExpired(sql, clientId, { now: new Date(), graceMs }, by),
      onBatch,
    );
    return;
  }
  countStop('too_many');
  logger.error(
    { client_id: toPublicId('client', clientId), ...tooMany },
    'too much is due for erasure at once: nothing of this client is announced until a person approves',
  );
}
