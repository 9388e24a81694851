import { changedFields } from '../../shared/accounts/changed-fields.js';
import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import type { Sql } from '../../shared/db/database.js';
import { ApiKey } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { KeyScope } from '../../shared/domain/key-scopes.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import { isRangeWithin } from './address-range.js';

/** What may be changed of an API key, under the table's column names. Absent members stay as they are. */
export interface ApiKeyChanges {
  name?: string;
  scopes?: KeyScope[];
  allowed_addresses?: string[];
}

/**
 * Changes an API key of a client and records it in the audit log; its owners are told of one that may now do more, as
 * of a new one. False if the client has no such key, or it is revoked. Safe to retry after a lost commit.
 */
export async function changeApiKey(
  sql: Sql,
  { id, clientId }: { id: string; clientId: string },
  changes: ApiKeyChanges,
  by: Actor,
): Promise<boolean> {
  const [before] = await sql.query<Required<ApiKeyChanges>>(
    `SELECT name, scopes, allowed_addresses FROM api_keys
     WHERE id = $1 AND client_id = $2 AND revoked_at IS NULL FOR NO KEY UPDATE`,
    [id, clientId],
  );
  if (before === undefined) return false;
  const after = { ...before, ...changes };
  const changed = changedFields(asText(before), asText(after));
  if (changed === undefined) return true;
  const { name, scopes, allowed_addresses: allowedAddresses } = after;
  await rowsOf(sql, ApiKey).update({ id }, { name, scopes, allowedAddresses });
  if (isWidened(before, after)) {
    await stageMail(sql, { kind: 'api_key_created', clientId, data: { name, widened: 'yes' } });
  }
  await waitForAcceptances(sql, clientId);
  await appendAudit(sql, {
    ...by,
    action: 'api_key.changed',
    target: toPublicId('apiKey', id),
    details: { client_id: toPublicId('client', clientId), ...changed },
  });
  return true;
}

/** Whether the key may do something, or be used from somewhere, that it could not before. */
function isWidened(before: Required<ApiKeyChanges>, after: Required<ApiKeyChanges>): boolean {
  const networks = before.allowed_addresses;
  return (
    after.scopes.some((scope) => !before.scopes.includes(scope)) ||
    (networks.length > 0 && after.allowed_addresses.length === 0) ||
    after.allowed_addresses.some((range) => !isRangeWithin(range, networks))
  );
}

/** Lists as one text each, so that they can be compared. */
function asText({ name, scopes, allowed_addresses: addresses }: Required<ApiKeyChanges>) {
  return { name, scopes: scopes.join(' '), allowed_addresses: addresses.join(' ') };
}
