import type { RequestHandler } from 'express';
import type { Session } from '../../shared/db/entities/session.entity.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { WireSession } from '../../shared/wire/session.js';
import { ofOwnAccount } from '../auth/account-scope.js';
import type { ApiDeps } from '../deps.js';
import { userOf } from '../http/context.js';
import { ENDED } from './limits.js';

interface SessionRow
  extends RowOf<
    Session,
    'id' | 'kind' | 'device' | 'ip_address' | 'created_at' | 'last_used_at' | 'expires_at'
  > {
  second_factor: boolean;
}

/** GET /api/v1/me/sessions: where the account is signed in, newest first. */
export function listSessions({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const { id, token } = userOf(res);
    const rows = await ofOwnAccount(db, res).query<SessionRow>(
      `SELECT s.id, s.kind, s.device, s.ip_address, s.created_at, s.last_used_at, s.expires_at,
              s.second_factor_at IS NOT NULL AS second_factor
       FROM sessions s JOIN users u ON u.id = s.user_id AND u.token_version = s.token_version
       WHERE s.user_id = $1 AND NOT ${ENDED}
         AND NOT EXISTS (SELECT FROM revoked_tokens r WHERE r.jti = s.id)
       ORDER BY s.created_at DESC, s.id LIMIT 500`,
      [id],
    );
    res.json({ data: rows.map((row) => presentSession(row, token.jti)) });
  };
}

function presentSession(row: SessionRow, current: string): WireSession {
  return {
    session_id: toPublicId('session', row.id),
    current: row.id === current,
    kind: row.kind,
    device: row.device,
    ip_address: row.ip_address,
    second_factor: row.second_factor,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
