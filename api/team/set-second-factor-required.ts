import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import type { Sql } from '../../shared/db/database.js';
import { Client } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';

/**
 * Sets whether a client's people need a second factor, and records it in the audit log. From the next request on, a
 * person without one can only set one up, and of a person with one a session in which none was proved has ended. Safe
 * to run again after a lost commit.
 */
export async function setSecondFactorRequired(
  sql: Sql,
  clientId: string,
  required: boolean,
  by: Actor,
): Promise<void> {
  const other = { id: clientId, requireSecondFactor: !required };
  const changed = await rowsOf(sql, Client).update(other, { requireSecondFactor: required });
  if (changed === 0) return;
  await waitForAcceptances(sql, clientId);
  await appendAudit(sql, {
    ...by,
    action: required ? 'client.second_factor_demanded' : 'client.second_factor_optional',
    target: toPublicId('client', clientId),
  });
}
