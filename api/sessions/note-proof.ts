import type { Request } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { type NewSession, sessionValues } from './open-session.js';

/**
 * Records that the person of a session has just proved their identity. A token of the previous release has no session
 * yet: it gets one that lasts as long as the token. Returns the moment that was recorded, for `isNoted`.
 */
export async function noteProof(
  sql: Sql,
  session: Pick<NewSession, 'id' | 'kind' | 'user'> & { expiresAt: Date },
  proof: 'password' | 'second_factor',
  req: Request,
): Promise<string> {
  const [noted] = await sql.query<{ at: string }>(
    `INSERT INTO sessions AS s (id, kind, user_id, client_id, token_version, device, ip_address, expires_at, ${proof}_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now()) ON CONFLICT (id) DO UPDATE SET ${proof}_at = now()
     RETURNING ${proof}_at::text AS at`,
    [...sessionValues(session, req), session.expiresAt],
  );
  if (noted === undefined) throw new Error('Bug: a proof of identity was recorded nowhere');
  return noted.at;
}

/**
 * Whether this second factor is what the session recorded last: an earlier run of the same transaction was then
 * committed, or one of the same session in the same millisecond, which proved as much.
 */
export async function isNoted(sql: Sql, sessionId: string, at: string): Promise<boolean> {
  const found = await sql.query('SELECT FROM sessions WHERE id = $1 AND second_factor_at = $2::timestamptz', [
    sessionId,
    at,
  ]);
  return found.length > 0;
}
