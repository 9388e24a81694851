import type { AccessRow } from '../../shared/access-log/access-record.js';
import type { Sql } from '../../shared/db/database.js';
import type { ServiceCode } from '../../shared/services/index.js';
import { Conditions } from '../http/conditions.js';
import type { PageRequest } from '../http/page.js';
import { findSubmitters } from '../verifications/history/find-submitters.js';
import type { AccessFilters } from './access-query.js';
import { SYSTEM } from './present-access.js';

export type ShownAccess = Omit<AccessRow, 'client_id' | 'previous_hash' | 'hash'> & {
  actor_name: string | null;
  person: string | null;
  service_code: ServiceCode | null;
};

/**
 * Reads one entry more than fits the page, newest first; `page.after` is the number of the last entry already sent.
 * Only those to whom staff are named (`ofStaff`) find them by name.
 */
export async function loadAccesses(
  sql: Sql,
  { clientId, ofStaff }: { clientId: string; ofStaff: boolean },
  { limit, after }: PageRequest,
  { verificationId, person, createdFrom, createdTo }: AccessFilters,
): Promise<ShownAccess[]> {
  const bySystem = person === SYSTEM;
  const persons =
    person === undefined || bySystem
      ? undefined
      : await findSubmitters(sql, clientId, person, { orStaff: ofStaff });
  const where = new Conditions()
    .add('a.client_id = ?', clientId)
    .addIfGiven('a.verification_id = ?', verificationId)
    .addIfGiven('a.recorded_at >= ?', createdFrom)
    .addIfGiven('a.recorded_at <= ?', createdTo)
    .addIfGiven('a.entry_no < ?', after);
  // Of a single person the index has the entries in order; several with one name are rare, and are sorted.
  if (persons?.length === 1) where.add('a.actor_id = ?', persons[0]);
  else where.addIfGiven('a.actor_id = ANY(?::uuid[])', persons);
  if (bySystem) where.add('a.actor_id IS NULL');
  // Staff rows are outside a client's row-level scope, so their names come out null here.
  return sql.query<ShownAccess>(
    `SELECT a.entry_no, a.recorded_at, a.actor_kind, a.actor_id, a.act, a.verification_id, a.channel, a.ip_address,
       (SELECT service_code FROM verifications AS v WHERE v.id = a.verification_id) AS service_code,
       coalesce(
         (SELECT email FROM users AS u WHERE u.id = a.actor_id),
         (SELECT name FROM api_keys AS k WHERE k.id = a.actor_id)) AS actor_name,
       (SELECT name FROM users AS u WHERE u.id = a.actor_id) AS person
     FROM access_log AS a WHERE ${where} ORDER BY a.entry_no DESC LIMIT ${where.bind(limit + 1)}`,
    where.values,
  );
}
