import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { userOf } from '../http/context.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { clearSessionCookie } from './session-cookie.js';

/** POST /api/v1/logout: the token that was sent is dead from now on, on every API process. */
export function logout({ db, config }: ApiDeps): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const { id, token } = userOf(res);
    await db.query(
      `INSERT INTO revoked_tokens (jti, user_id, expires_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
      [token.jti, id, token.expiresAt],
    );
    // Each logout clears up after some others, so that the table never grows. Tokens are judged by the clocks of the
    // API processes: the hour's delay is more than those can be wrong.
    await db.query(
      `DELETE FROM revoked_tokens WHERE jti IN (
         SELECT jti FROM revoked_tokens WHERE expires_at < now() - interval '1 hour' LIMIT 100)`,
    );
    clearSessionCookie(res, config);
    res.status(204).end();
  };
}
