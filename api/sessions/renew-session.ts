import type { Response } from 'express';
import { issueToken, TOKEN_LIFETIME_SECONDS, type TokenClaims } from '../auth/access-token.js';
import { ofAccount } from '../auth/account-scope.js';
import type { Account } from '../auth/load-account.js';
import { setSessionCookie } from '../auth/session-cookie.js';
import type { ApiDeps } from '../deps.js';

/** A token of a session is replaced when it is older, so that the browser always has one with most of its hour left. */
const RENEWED_AFTER_MS = 5 * 60_000;

/**
 * Notes that a session of the portal is used, to the minute, and hands out its next token in time. What cannot be
 * noted just now is noted by the next request: the answer that was asked for matters more.
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

/** Two statements, so that neither row is held while the other is waited for. */
async function noteUse(db: ApiDeps['db'], account: Account, { jti }: TokenClaims): Promise<void> {
  const own = ofAccount(db, account.client_id);
  await own.query('UPDATE sessions SET last_used_at = now() WHERE id = $1', [jti]);
  await own.query('UPDATE users SET last_seen_at = now() WHERE id = $1', [account.id]);
}
