import type { Response } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { callerOf, userOf } from '../http/context.js';
import { authoriseCallers } from './authorise-callers.js';

/**
 * Locks the caller's account, so that changes of it queue, and authorises the caller as they stand when it is their
 * turn. A reset of the factors, or a new password, ends every token because somebody else may hold one: that somebody's
 * request must not be carried out right behind it. Throws the 401 or 403.
 */
export async function lockOwnAccount(sql: Sql, res: Response): Promise<void> {
  await sql.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userOf(res).id]);
  await reauthoriseLockedCaller(sql, res);
}

/** Authorises the caller, whose account this transaction has locked, once more. Throws the 401 or 403. */
export async function reauthoriseLockedCaller(sql: Sql, res: Response): Promise<void> {
  const caller = callerOf(res);
  const refusal = (await authoriseCallers(sql, [caller]))(caller);
  if (refusal !== undefined) throw refusal;
}
