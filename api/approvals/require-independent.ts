import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { conflict } from '../errors/catalogue.js';

/** What gives one administrator control of a colleague's account, or an account of their own making. */
const GIVES_CONTROL = [
  'user.created',
  'user.returned',
  'user.resumed',
  'user.role_changed',
  'user.password_reset',
  'user.second_factor_reset',
];

/** Time for whoever cannot sign in any more, and was told by mail, to say so; a weekend is shorter. */
const INDEPENDENT_AFTER_DAYS = 3;

/**
 * Throws 409 if one of two people opened or reset the account of the other so lately that both may be one person. The
 * audit log is the only place that knows, and only adds.
 */
export async function requireIndependent(sql: Sql, one: string, other: string): Promise<void> {
  const [latest] = await sql.query<{ until: Date }>(
    `SELECT recorded_at + interval '${INDEPENDENT_AFTER_DAYS} days' AS until FROM audit_log
     WHERE action = ANY($1) AND (actor, target) IN (($2, $3), ($3, $2))
       AND recorded_at > now() - interval '${INDEPENDENT_AFTER_DAYS} days'
     ORDER BY entry_no DESC LIMIT 1`,
    [GIVES_CONTROL, toPublicId('user', one), toPublicId('user', other)],
  );
  if (latest === undefined) return;
  throw conflict(
    `One of you opened or reset the account of the other lately, so this does not count as two people yet. A third administrator can approve it now, and you can from ${latest.until.toISOString()}.`,
  );
}
