import type { RequestHandler, Response } from 'express';
import { MODES, type Mode } from '../../shared/domain/mode.js';
import { issueToken } from '../auth/access-token.js';
import { loadAccounts } from '../auth/load-account.js';
import { setSessionCookie } from '../auth/session-cookie.js';
import type { ApiDeps } from '../deps.js';
import { unusableToken } from '../errors/catalogue.js';
import { callerOf, identityOf, liveClientIdOf } from '../http/context.js';
import { OneOf } from '../validation/rules.js';
import { validateRequest } from '../validation/validate-request.js';
import { bothSides, ensureTestSide } from './ensure-test-side.js';

/** The body of POST /api/v1/me/mode (contract 12). */
export class ModeBody {
  @OneOf(MODES)
  mode!: Mode;
}

/**
 * POST /api/v1/me/mode: issues a token or cookie for the other side of the client. It is the same session: it ends when
 * the old token would have ended, and signing out ends both.
 */
export function changeMode(deps: ApiDeps): RequestHandler {
  return async (req, res) => {
    const { mode } = validateRequest(ModeBody, req);
    const liveClientId = liveClientIdOf(res);
    // Read before the test side is created: what is committed would else be reported as not stored if this failed.
    const { token, expiresAt } = await tokenOf(deps, mode, res);
    if (mode === 'test') {
      await deps.db.scoped(bothSides(liveClientId)).transaction((sql) => ensureTestSide(sql, liveClientId));
    }
    const expiresIn = Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1_000));
    const cookie = identityOf(res).channel === 'portal';
    if (cookie) setSessionCookie(res, deps.config, token, expiresIn);
    res.json({
      ...(!cookie && { access_token: token, token_type: 'Bearer' }),
      expires_in: expiresIn,
      scope: identityOf(res).scope,
      mode,
    });
  };
}

async function tokenOf(
  { db, config }: ApiDeps,
  mode: Mode,
  res: Response,
): Promise<{ token: string; expiresAt: Date }> {
  const caller = callerOf(res);
  if (caller.kind !== 'user') throw new Error('Bug: the route lets API keys in');
  const { jti, portal, expiresAt } = caller.claims;
  const lifetimeSeconds = Math.max(1, Math.floor((expiresAt.getTime() - Date.now()) / 1_000));
  const [account] = await loadAccounts(db.scoped('sign_in'), [caller.claims]);
  if (account === undefined) throw unusableToken('The account is gone. Sign in again.');
  const holder = {
    userId: account.id,
    clientId: account.client_id,
    scope: account.scope,
    tokenVersion: caller.claims.tokenVersion,
  };
  return { token: issueToken(config.jwtSecrets, holder, { mode, jti, portal, lifetimeSeconds }), expiresAt };
}
