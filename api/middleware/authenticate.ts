import type { Request, RequestHandler, Response } from 'express';
import { API_KEY_MARK } from '../../shared/crypto/random-secrets.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { createApiKeyReader } from '../api-keys/identify-api-key.js';
import type { TokenClaims } from '../auth/access-token.js';
import { type FoundToken, findToken } from '../auth/find-token.js';
import { type Account, createAccountReader } from '../auth/load-account.js';
import { isSameOrigin } from '../auth/same-origin.js';
import { createTokenVerifier } from '../auth/verify-token.js';
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
 * Demands a valid access token, or API key where those may be used, and puts the identity behind it into the
 * request's context. Everything that is wrong with it is a 401 that says what to do, and nothing about an account
 * that the token does not prove.
 */
export function authenticate(deps: ApiDeps, policy: AuthenticatePolicy = {}): RequestHandler {
  const identifyUser = createUserIdentifier(deps, policy);
  const identifyApiKey = createApiKeyReader(deps);
  return async (req, res, next) => {
    const found = findToken(req, deps.config);
    if (found?.source !== 'header' || !found.token.startsWith(API_KEY_MARK)) {
      contextOf(res).identity = await identifyUser(found, req, res);
    } else if (policy.apiKeys === true) {
      contextOf(res).identity = await identifyApiKey(found.token);
    } else {
      throw unauthorized(
        'An API key cannot be used here. Sign in with POST /api/v1/login and use that token.',
      );
    }
    next();
  };
}

type IdentifyUser = (found: FoundToken | undefined, req: Request, res: Response) => Promise<Identity>;

function createUserIdentifier(deps: ApiDeps, policy: AuthenticatePolicy): IdentifyUser {
  const verifyToken = createTokenVerifier(deps.config);
  const readAccount = createAccountReader(deps.db);
  return async (found, req, res) => {
    const claims = await verifyToken(found?.token, req, res);
    const channel = found?.source === 'cookie' ? 'portal' : 'api';
    if (channel === 'portal') demandOwnPage(req, deps);
    const account = judge(await readAccount(claims), claims);
    if (account.must_change_password && policy.beforePasswordChange !== true) {
      throw unauthorized(
        'Your password is temporary. Set one of your own with POST /api/v1/me/password, then sign in again.',
      );
    }
    return present(account, claims, channel);
  };
}

function present(account: Account, { jti, expiresAt }: TokenClaims, channel: Identity['channel']): Identity {
  return {
    actor: toPublicId('user', account.id),
    user: {
      id: account.id,
      email: account.email,
      token: { jti, expiresAt },
      mustChangePassword: account.must_change_password,
    },
    role: account.role,
    clientId: account.client_id,
    clientName: account.client_name,
    channel,
  };
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
