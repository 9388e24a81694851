import { expireProposals } from '../../shared/approvals/expire-proposals.js';
import { cancelForgotten, findForgotten } from '../../shared/batches/cancel-rows.js';
import { CLOCK_TOLERANCE_MS, clockDifferenceMs, clocksAgree } from '../../shared/db/clocks.js';
import type { Database } from '../../shared/db/database.js';
import { eraseMarked, findUnfinishedErasures } from '../../shared/erasure/erase-subject.js';
import type { Logger } from '../../shared/logger.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import { logPassErrors, PassErrors } from '../pass-errors.js';
import { announceDue } from './announce-due.js';
import { eraseExpired, findClientsWithDue } from './erase-expired.js';
import type { ErasureMetrics } from './metrics.js';
import { runInTurns } from './run-in-turns.js';

export interface EraseDeps extends ErasureMetrics {
  db: Database;
  logger: Logger;
  /** How long an announced erasure can be called back, in milliseconds (ERASURE_GRACE_HOURS). */
  graceMs: number;
  /** Set once the process is stopping: no new batch may start. */
  stopping: () => boolean;
}

/** Retention is counted in days; an erasure requested by a person should not wait longer than a minute. */
const PAUSE_MS = 45_000;

/** Erases what is due until stopped; a failed pass is logged and the next one continues where it left off. */
export function startErasing(deps: Omit<EraseDeps, 'stopping'>): { stop(): Promise<void> } {
  return repeatUntilStopped({
    run: (stopping) => eraseDue({ ...deps, stopping }),
    pauseMs: PAUSE_MS,
    onError: logPassErrors(deps.logger, 'erasing failed'),
  });
}

/** How many verifications one pass erased, by reason. */
export interface ErasureReport {
  requested: number;
  expired: number;
}

/**
 * Erases the settled verifications whose erasure was requested, regardless of any clock, and those past their client's
 * retention, which are announced first and only while the clocks agree. Proposals that nobody decided in time expire,
 * and lose what they keep of a subject. Works in small transactions; if this worker dies, any other continues. Safe to
 * run anywhere, any number of times: only one worker erases at a time. What cannot be erased does not stop the rest;
 * the pass rejects once that is done.
 */
export async function eraseDue(deps: EraseDeps): Promise<ErasureReport> {
  const { db, countErased } = deps;
  const report: ErasureReport = { requested: 0, expired: 0 };
  const passErrors = new PassErrors();
  const count = (what: keyof ErasureReport) => (erased: number) => {
    report[what] += erased;
    countErased(what, erased);
  };
  for (const erasureId of await passErrors.attemptOr(() => findUnfinishedErasures(db), [])) {
    await passErrors.attempt(() =>
      runInTurns(deps, (sql) => eraseMarked(sql, erasureId), count('requested')),
    );
  }
  if (await goesByTheClock(deps)) {
    await announceDue(deps, passErrors);
    await passErrors.attempt(() =>
      runInTurns(
        deps,
        (sql) => expireProposals(sql, new Date()),
        (proposals) => deps.logger.warn({ proposals }, 'proposals expired undecided'),
      ),
    );
    for (const batchId of await passErrors.attemptOr(() => findForgotten(db, new Date()), [])) {
      if (deps.stopping()) break;
      await passErrors.attempt(() => cancelForgotten(db, batchId, new Date()));
    }
    for (const clientId of await passErrors.attemptOr(() => findClientsWithDue(db, new Date()), [])) {
      await passErrors.attempt(() =>
        runInTurns(deps, (sql) => eraseExpired(sql, clientId, new Date()), count('expired')),
      );
    }
  }
  if (report.requested + report.expired > 0) deps.logger.info(report, 'personal data erased');
  passErrors.throwAll();
  return report;
}

/** Whether the clocks agree; logs an error if they do not, because nothing is erased on the word of one of them. */
async function goesByTheClock({ db, logger, countStop }: EraseDeps): Promise<boolean> {
  const differenceMs = await clockDifferenceMs(db);
  if (clocksAgree(differenceMs)) return true;
  countStop('clocks');
  logger.error(
    { difference_seconds: differenceMs / 1_000, tolerated_seconds: CLOCK_TOLERANCE_MS / 1_000 },
    'the clocks of PostgreSQL and this process differ: nothing is erased by retention',
  );
  return false;
}
