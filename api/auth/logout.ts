import type { RequestHandler } from 'express';
import { waitForAcceptances } from '../../shared/accounts/wait-for-acceptances.js';
import type { ApiDeps } from '../deps.js';
import { identityOf, userOf } from '../http/context.js';
import { lastExpiry } from '../sessions/end-sessions.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { ofOwnAccount } from './account-scope.js';
import { purgeRevokedTokens } from './purge-revoked-tokens.js';
import { clearSessionCookie } from './session-cookie.js';

/** POST /api/v1/logout: invalidates the token sent, on every API process. */
export function logout({ db, config }: ApiDeps): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const { id, token } = userOf(res);
    const { liveClientId } = identityOf(res);
    await ofOwnAccount(db, res).transaction(async (sql) => {
      await sql.query(
        `INSERT INTO revoked_tokens (jti, user_id, expires_at) VALUES ($1, $2, ${lastExpiry('$3')})
         ON CONFLICT DO NOTHING`,
        [token.jti, id, new Date()],
      );
      await sql.query('DELETE FROM sessions WHERE id = $1', [token.jti]);
      if (liveClientId !== null) await waitForAcceptances(sql, liveClientId);
    });
    // Each logout purges some expired ones, so that the table never grows. This token is invalid already, whatever
    // happens to those.
    await purgeRevokedTokens(db.unscoped).catch(() => undefined);
    clearSessionCookie(res, config);
    // Whatever the browser stores for this origin belongs to the person leaving. "cookies" would also clear those of
    // all hosts of the registered domain, and sign the person out of whatever else the company runs there.
    res.set('Clear-Site-Data', '"cache", "storage"');
    res.status(204).end();
  };
}
