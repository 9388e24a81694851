import { Counter, type Registry } from 'prom-client';
import { eraseExpired, findClientsWithExpired } from '../../shared/commands/erase-expired.js';
import { eraseMarked, findUnfinishedErasures } from '../../shared/commands/erase-subject.js';
import { ADVISORY_LOCKS } from '../../shared/db/advisory-locks.js';
import type { Database, Sql } from '../../shared/db/database.js';
import type { Logger } from '../../shared/logger.js';
import { repeatUntilStopped } from '../repeat.js';

export interface EraseDeps {
  db: Database;
  countErased: (why: keyof ErasureReport, count: number) => void;
  logger: Logger;
  /** Set when the process is to stop: no new batch may begin. */
  stopping: () => boolean;
}

/** What is waited for is counted in days; what was asked for by a person need not wait longer than a minute. */
const PAUSE_MS = 45_000;

/** Erases what is due until it is stopped; a pass that fails is logged and the next one goes on where it stood. */
export function startErasing(deps: Omit<EraseDeps, 'countErased'> & { registry: Registry }): {
  stop(): Promise<void>;
} {
  const erased = new Counter({
    name: 'erased_verifications_total',
    help: 'Verifications whose personal data was erased: it was requested, or their retention had expired',
    labelNames: ['why'],
    registers: [deps.registry],
  });
  const countErased: EraseDeps['countErased'] = (why, count) => erased.inc({ why }, count);
  return repeatUntilStopped({
    run: () => eraseDue({ ...deps, countErased }),
    pauseMs: PAUSE_MS,
    onError: (error) => deps.logger.warn({ err: error }, 'erasing failed'),
  });
}

/** How many verifications one pass erased, by why. */
export interface ErasureReport {
  requested: number;
  expired: number;
}

/**
 * Erases the settled verifications that somebody asked to erase, and those that their client keeps longer than its
 * retention, one small transaction after the other. A process that dies leaves whole batches behind and nothing half;
 * any other worker goes on. Safe to run anywhere, any number of times: of several workers one erases at a time.
 */
export async function eraseDue(deps: EraseDeps): Promise<ErasureReport> {
  const report: ErasureReport = { requested: 0, expired: 0 };
  for (const erasureId of await findUnfinishedErasures(deps.db)) {
    report.requested += await eraseAll(deps, 'requested', (sql) => eraseMarked(sql, erasureId));
  }
  for (const clientId of await findClientsWithExpired(deps.db)) {
    report.expired += await eraseAll(deps, 'expired', (sql) => eraseExpired(sql, clientId));
  }
  if (report.requested + report.expired > 0) deps.logger.info(report, 'personal data erased');
  return report;
}

/** Erases batch after batch until nothing is left, or another worker is at it. */
async function eraseAll(
  { db, countErased, stopping }: EraseDeps,
  why: keyof ErasureReport,
  eraseBatch: (sql: Sql) => Promise<number>,
): Promise<number> {
  let total = 0;
  while (!stopping()) {
    const erased = await db.transaction(async (sql) => ((await takeTurn(sql)) ? eraseBatch(sql) : 0));
    if (erased === 0) break;
    countErased(why, erased);
    total += erased;
  }
  return total;
}

async function takeTurn(sql: Sql): Promise<boolean> {
  const [lock] = await sql.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [
    ADVISORY_LOCKS.erase,
  ]);
  return lock?.taken === true;
}
