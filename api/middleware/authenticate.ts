import type { Request, RequestHandler, Response } from 'express';
import jwt from 'jsonwebtoken';
import passport from 'passport';
import { API_KEY_MARK } from '../../shared/crypto/random-secrets.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { identifyApiKey } from '../api-keys/identify-api-key.js';
import type { TokenClaims } from '../auth/access-token.js';
import { findToken } from '../auth/find-token.js';
import { type Account, loadAccount } from '../auth/load-account.js';
import { isSameOrigin } from '../auth/same-origin.js';
import { createTokenStrategy } from '../auth/token-strategy.js';
import type { ApiDeps } from '../deps.js';
import { unauthorized } from '../errors/catalogue.js';
import { contextOf, type Identity } from '../http/context.js';

export interface AuthenticatePolicy {
  /** Also lets a user in who has to change a temporary password first: only for me, me/password and logout. */
  beforePasswordChange?: boolean;
  /** Also lets API keys in: only where a machine does its client's work, never where accounts or keys are managed. */
  apiKeys?: boolean;
}

/**
 * Demands a valid access token, or API key where those may be used, and puts the identity behind it into the request's context. Everything that is wrong
 * with it is a 401 that says what to do, and nothing about an account that the token does not prove.
 */
export function authenticate(deps: ApiDeps, policy: AuthenticatePolicy = {}): RequestHandler {
  const passports = new passport.Passport();
  passports.use(createTokenStrategy(deps.config));
  return async (req, res, next) => {
    const found = findToken(req, deps.config);
    const isApiKey = found?.source === 'header' && found.token.startsWith(API_KEY_MARK);
    contextOf(res).identity = isApiKey
      ? await identifyMachine(found.token, deps, policy)
      : await identifyUser(passports, req, res, deps, policy);
    next();
  };
}

function identifyMachine(token: string, deps: ApiDeps, policy: AuthenticatePolicy): Promise<Identity> {
  if (policy.apiKeys === true) return identifyApiKey(deps, token);
  throw unauthorized('An API key cannot be used here. Sign in with POST /api/v1/login and use that token.');
}

async function identifyUser(
  passports: passport.Authenticator,
  req: Request,
  res: Response,
  deps: ApiDeps,
  policy: AuthenticatePolicy,
): Promise<Identity> {
  const claims = await verifyToken(passports, req, res);
  const channel = findToken(req, deps.config)?.source === 'cookie' ? 'portal' : 'api';
  if (channel === 'portal') demandOwnPage(req, deps);
  const account = judge(await loadAccount(deps.db, claims.userId, claims.jti), claims);
  if (account.must_change_password && policy.beforePasswordChange !== true) {
    throw unauthorized(
      'Your password is temporary. Set one of your own with POST /api/v1/me/password, then sign in again.',
    );
  }
  return {
    actor: toPublicId('user', account.id),
    user: {
      id: account.id,
      email: account.email,
      token: { jti: claims.jti, expiresAt: claims.expiresAt },
      mustChangePassword: account.must_change_password,
    },
    role: account.role,
    clientId: account.client_id,
    clientName: account.client_name,
    channel,
  };
}

/** Runs Passport for one request and turns its callbacks into a promise of the claims. Rejects with a 401. */
function verifyToken(passports: passport.Authenticator, req: Request, res: Response): Promise<TokenClaims> {
  return new Promise((resolve, reject) => {
    const decide = (error: unknown, claims: TokenClaims | false | undefined, info: unknown): void => {
      if (error) reject(error);
      else if (claims) resolve(claims);
      else reject(unauthorized(reasonFor(info, req)));
    };
    (passports.authenticate('jwt', { session: false }, decide) as RequestHandler)(req, res, reject);
  });
}

function reasonFor(info: unknown, req: Request): string {
  if (info instanceof jwt.TokenExpiredError) return 'The access token has expired. Sign in again.';
  const sent = req.headers.authorization !== undefined || req.headers.cookie !== undefined;
  if (sent)
    return 'The access token is not valid. Sign in again, and send it as Authorization: Bearer <ACCESS_TOKEN>.';
  return 'Sign in with POST /api/v1/login, then send the header Authorization: Bearer <ACCESS_TOKEN>.';
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** A browser sends the cookie whoever asks it to: only a page of this host may use it to change something. */
function demandOwnPage(req: Request, { config }: ApiDeps): void {
  if (SAFE_METHODS.has(req.method) || isSameOrigin(req, config)) return;
  throw unauthorized(
    'A request with the session cookie must come from a page of this host: the Origin header is missing or another.',
  );
}

/** The account of a token that still counts. Throws 401. */
function judge(account: Account | undefined, claims: TokenClaims): Account {
  if (account === undefined || account.token_revoked || account.token_version !== claims.tokenVersion) {
    throw unauthorized(
      'The access token is no longer valid: it was signed out, or the password has changed.',
    );
  }
  if (account.suspended || account.client_suspended === true) {
    throw unauthorized('This account is suspended. Contact support.');
  }
  if (account.role !== claims.role) {
    throw unauthorized('The role of this account has changed. Sign in again.');
  }
  return account;
}
