import type { Response } from 'express';
import { issueToken, TOKEN_LIFETIME_SECONDS, type TokenClaims } from '../auth/access-token.js';
import { ofAccount } from '../auth/account-scope.js';
import type { Account } from '../auth/load-account.js';
import { setSessionCookie } from '../auth/session-cookie.js';
import type { ApiDeps } from '../deps.js';
import { PORTAL_SESSION_LASTS, SEEN_BEFORE } from './limits.js';

/** A session's token is replaced once it is older than this, so that most of its hour always remains. */
const RENEWED_AFTER_MS = 5 * 60_000;

/**
 * Records the use of a portal session, and issues its next token in time. What cannot be recorded now is recorded by
 * the next request: the answer matters more.
 */
export async function renewSession(
  { db, config }: Pick<ApiDeps, 'db' | 'config'>,
  account: Account,
  claims: TokenClaims,
  res: Response,
): Promise<void> {
  const { session } = account;
  if (!claims.portal || session === null) return;
  if (session.rested) await noteUse(db, account, claims).catch(() => undefined);
  if (Date.now() - claims.issuedAt.getTime() < RENEWED_AFTER_MS) return;
  const lifetimeSeconds = Math.min(TOKEN_LIFETIME_SECONDS, session.seconds_left);
  if (lifetimeSeconds <= 0) return;
  const holder = {
    userId: account.id,
    clientId: account.client_id,
    scope: account.scope,
    tokenVersion: account.token_version,
  };
  const token = issueToken(config.jwtSecrets, holder, {
    jti: claims.jti,
    portal: true,
    lifetimeSeconds,
    ...(claims.mode === 'test' && { mode: claims.mode }),
  });
  setSessionCookie(res, config, token, lifetimeSeconds);
}

/**
 * Two statements, so that neither row stays locked while the other is waited for. A session that would last for longer
 * than any may began by a clock that was ahead.
 */
async function noteUse(db: ApiDeps['db'], account: Account, { jti }: TokenClaims): Promise<void> {
  const own = ofAccount(db, account.client_id);
  await own.query(
    `UPDATE sessions SET last_used_at = now(), expires_at = LEAST(expires_at, now() + interval '${PORTAL_SESSION_LASTS}')
     WHERE id = $1`,
    [jti],
  );
  await own.query(`UPDATE users SET last_seen_at = now() WHERE id = $1 AND ${SEEN_BEFORE}`, [account.id]);
}
