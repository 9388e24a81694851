import { findDemoAccounts } from '../../shared/accounts/demo-accounts.js';
import type { Sql } from '../../shared/db/database.js';
import type { Logger } from '../../shared/logger.js';

/**
 * Logs, once the schema is complete, demo accounts that anybody can sign in to: in production there must be none. The
 * process works on, because refusing would stop a service that somebody uses. Never rejects.
 */
export async function reportDemoAccounts(
  complete: Promise<boolean>,
  sql: Sql,
  logger: Logger,
): Promise<void> {
  try {
    const accounts = (await complete) ? await findDemoAccounts(sql) : [];
    if (accounts.length === 0) return;
    logger.error({ accounts }, 'the published demo password opens accounts: suspend them now');
  } catch (error) {
    logger.warn({ err: error }, 'the search for demo accounts failed');
  }
}
