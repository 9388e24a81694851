import { CLOCK_TOLERANCE_MS, clockDifferenceMs, clocksAgree } from '../db/clocks.js';
import { findChangedCollations } from '../db/collations.js';
import type { Sql } from '../db/database.js';
import { warnWhenUnbound } from '../db/row-security.js';
import type { Logger } from '../logger.js';

/**
 * Logs, once at the start of a process, what is wrong with its database: a clock that differs from the process's own, a
 * collation other than the one the indexes were built with, or rows visible without a scope. The metrics keep reporting
 * it. Nothing is refused: work continues, except for what either could damage (docs/runbook.md). Never rejects:
 * PostgreSQL may be away again, or have granted the role nothing yet.
 */
export async function reportSurroundings(sql: Sql, logger: Logger): Promise<void> {
  try {
    await report(sql, logger);
  } catch (error) {
    logger.warn({ err: error }, 'the database’s surroundings could not be examined');
  }
}

async function report(sql: Sql, logger: Logger): Promise<void> {
  const differenceMs = await clockDifferenceMs(sql);
  if (!clocksAgree(differenceMs)) {
    logger.error(
      { difference_seconds: differenceMs / 1_000, tolerated_seconds: CLOCK_TOLERANCE_MS / 1_000 },
      'the clocks of PostgreSQL and this process differ: synchronise them; nothing is erased until then',
    );
  }
  await warnWhenUnbound(sql, logger);
  for (const { name, recorded, actual } of await findChangedCollations(sql)) {
    logger.error(
      { collation: name, recorded, actual },
      'the collation has changed under the indexes: run REINDEX DATABASE, then ALTER … REFRESH COLLATION VERSION',
    );
  }
}
