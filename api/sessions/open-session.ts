import type { Request } from 'express';
import { bothClocksReached } from '../../shared/db/clocks.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { addressOf } from '../http/context.js';
import { describeDevice } from './describe-device.js';
import { PORTAL_SESSION_LASTS } from './limits.js';

const MAX_LIFETIME: Readonly<Record<SessionKind, string>> = { portal: PORTAL_SESSION_LASTS, api: '1 hour' };

export type SessionKind = 'portal' | 'api';

export interface NewSession {
  /** The `jti` of its tokens. */
  id: string;
  kind: SessionKind;
  user: { id: string; client_id: string | null; token_version: number };
  /** What its person has just proved. */
  proved: { password: boolean; secondFactor: boolean };
}

/** Records a sign-in: from where and by which proof. */
export async function openSession(sql: Sql, session: NewSession, req: Request): Promise<void> {
  const { proved } = session;
  await sql.query(
    `INSERT INTO sessions (id, kind, user_id, client_id, token_version, device, ip_address, expires_at,
       password_at, second_factor_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8::interval,
       CASE WHEN $9 THEN now() END, CASE WHEN $10 THEN now() END)
     ON CONFLICT (id) DO NOTHING`,
    [...sessionValues(session, req), MAX_LIFETIME[session.kind], proved.password, proved.secondFactor],
  );
}

/** The values of a new session's first columns: id, kind, user_id, client_id, token_version, device, ip_address. */
export function sessionValues(
  { id, kind, user }: Pick<NewSession, 'id' | 'kind' | 'user'>,
  req: Request,
): unknown[] {
  const device = describeDevice(req.get('user-agent'));
  return [id, kind, user.id, user.client_id, user.token_version, device, addressOf(req) ?? null];
}

/** Deletes some sessions that ended long ago; each sign-in cleans up some others. `staff` sees all of them. */
export async function purgeSessions(staff: Database, now = new Date()): Promise<void> {
  await staff.query(
    `DELETE FROM sessions WHERE id IN (
       SELECT id FROM sessions WHERE expires_at < ${bothClocksReached('$1')} - interval '1 hour' LIMIT 100)`,
    [now],
  );
}
