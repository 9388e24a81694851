import { type Database, openDatabase } from '../../shared/db/database.js';
import type { Logger } from '../../shared/logger.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import { countImbalances } from './count-imbalances.js';

/** How often the ledger is checked, by all workers together. */
const CHECK_EVERY_MINUTES = 15;
/** How often each worker asks whether a check is due, and so the longest delay when one of them dies. */
const ASK_EVERY_MS = 60_000;
/** Time limit of one check: the first reads everything, and each large client is read whole once a day. */
const CHECK_WITHIN_MS = 10 * 60_000;

export interface LedgerCheckDeps {
  db: Database;
  databaseUrl: string;
  logger: Logger;
}

/** Checks the ledger at intervals, on its own connection, and records how many wallets do not balance. */
export function startCheckingLedger(deps: LedgerCheckDeps): { stop(): Promise<void> } {
  return repeatUntilStopped({
    run: () => checkLedgerWhenDue(deps),
    pauseMs: ASK_EVERY_MS,
    onError: (error) => deps.logger.warn({ err: error }, 'the ledger could not be checked'),
  });
}

/** A worker that dies during a check leaves only its claim; another one checks after it expires. */
async function checkLedgerWhenDue({ db, databaseUrl, logger }: LedgerCheckDeps): Promise<void> {
  const claimed = await db.statement(
    `UPDATE ledger_checks SET claimed_at = now()
     WHERE claimed_at IS NULL OR claimed_at < now() - interval '${CHECK_EVERY_MINUTES} minutes'
       OR claimed_at > now() + interval '1 minute' RETURNING id`,
  );
  if (claimed.length === 0) return;
  const imbalances = await checkOnOwnConnection(databaseUrl);
  await db.statement('UPDATE ledger_checks SET checked_at = now(), imbalances = $1', [imbalances]);
  if (imbalances > 0) logger.error({ imbalances }, 'the ledger does not add up');
}

async function checkOnOwnConnection(url: string): Promise<number> {
  const own = await openDatabase({
    url,
    applicationName: 'worker-ledger',
    scope: 'worker',
    poolSize: 1,
    statementTimeoutMs: CHECK_WITHIN_MS,
  });
  try {
    return await countImbalances(own);
  } finally {
    await own.close();
  }
}
