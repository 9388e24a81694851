import type { Request } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { type NewSession, sessionValues } from './open-session.js';

/**
 * Records that the person of a session has just proved their identity. A token of the previous release has no session
 * yet: it gets one that lasts as long as the token.
 */
export async function noteProof(
  sql: Sql,
  session: Pick<NewSession, 'id' | 'kind' | 'user'> & { expiresAt: Date },
  proof: 'password' | 'second_factor',
  req: Request,
): Promise<void> {
  await sql.query(
    `INSERT INTO sessions AS s (id, kind, user_id, client_id, token_version, device, ip_address, expires_at, ${proof}_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now()) ON CONFLICT (id) DO UPDATE SET ${proof}_at = now()`,
    [...sessionValues(session, req), session.expiresAt],
  );
}
