import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Request } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import { addressGroup } from '../auth/address-group.js';
import { addressOf } from '../http/context.js';
import { describeDevice } from './describe-device.js';

/** A device that was not seen for so long is a new one; it keeps the list of an account short, too. */
const REMEMBERED = '1 year';

/**
 * Remembers from where somebody signs in, and tells them by mail when it is somewhere new: another program or system, or
 * another network. The first one of an account is no news. In the transaction that opens the session.
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
  await sql.query(
    `DELETE FROM known_devices WHERE user_id = $1 AND last_seen_at < now() - interval '${REMEMBERED}'`,
    [userId],
  );
  const added = await sql.query<{ others: boolean }>(
    `INSERT INTO known_devices (user_id, client_id, mark) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
     RETURNING EXISTS (SELECT FROM known_devices WHERE user_id = $1) AS others`,
    [userId, clientId, mark],
  );
  if (added[0]?.others !== true) return;
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const data = { device, address: addressOf(req) ?? 'unknown', at };
  await stageMail(sql, { kind: 'new_sign_in', userId, clientId, data });
}

/**
 * What stays the same while a provider hands out one address after the other: 16 bits of an IPv4 address, 32 of an IPv6
 * one. With every address of its own, people would be told so often that they stopped reading.
 */
function networkOf(address: string | undefined): string {
  const group = addressGroup(address);
  const separator = isIPv4(group) ? '.' : ':';
  return group.split(separator).slice(0, 2).join(separator);
}
