import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Request } from 'express';
import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import { addressGroup } from '../auth/address-group.js';
import { addressOf } from '../http/context.js';
import { describeDevice } from './describe-device.js';

/** A device not seen for this long counts as new; this also keeps an account's list short. */
const REMEMBERED = '1 year';

/**
 * Records where a person signs in from, and notifies them by mail of a new place: another program or system, or another
 * network. The first one of an account is not reported. Runs in the transaction that opens the session.
 */
export async function noteDevice(
  sql: Sql,
  { id: userId, client_id: clientId }: { id: string; client_id: string | null },
  req: Request,
): Promise<void> {
  const device = describeDevice(req.get('user-agent'));
  const mark = createHash('sha256')
    .update(`${device}\n${networkOf(req.ip)}`)
    .digest();
  const seen = await sql.query(
    'UPDATE known_devices SET last_seen_at = now() WHERE user_id = $1 AND mark = $2 RETURNING mark',
    [userId, mark],
  );
  if (seen.length > 0) return;
  const forgotten = await sql.query(
    `DELETE FROM known_devices
     WHERE user_id = $1 AND last_seen_at < ${bothClocksReached('$2')} - interval '${REMEMBERED}' RETURNING mark`,
    [userId, new Date()],
  );
  const added = await sql.query<{ others: boolean }>(
    `INSERT INTO known_devices (user_id, client_id, mark) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
     RETURNING EXISTS (SELECT FROM known_devices WHERE user_id = $1) AS others`,
    [userId, clientId, mark],
  );
  // An account that nobody has used for so long is the one whose owner would notice least.
  const isFirst = forgotten.length === 0 && added[0]?.others === false;
  if (added.length === 0 || isFirst) return;
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const data = { device, address: addressOf(req) ?? 'unknown', at };
  await stageMail(sql, { kind: 'new_sign_in', userId, clientId, data });
}

/**
 * The part of an address that stays the same while a provider reassigns addresses: 16 bits of IPv4, 32 of IPv6. By full
 * address, people would be notified so often that they would stop reading.
 */
function networkOf(address: string | undefined): string {
  const group = addressGroup(address);
  const separator = isIPv4(group) ? '.' : ':';
  return group.split(separator).slice(0, 2).join(separator);
}
