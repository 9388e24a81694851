import type { Request, RequestHandler, Response } from 'express';
import { API_KEY_MARK } from '../../shared/crypto/random-secrets.js';
import type { Sql } from '../../shared/db/database.js';
import { retriedReads } from '../../shared/db/retried-reads.js';
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

/** What looks up the accounts behind tokens, and API keys. */
interface Readers {
  account: ReturnType<typeof createAccountReader>;
  apiKey: ReturnType<typeof createApiKeyReader>;
}

/** Reads who it is as it stands at this moment. Rejects with a 401 when the caller may not go on. */
type Identify = (readers: Readers) => Promise<Identity>;

/**
 * Demands a valid access token, or API key where those may be used, and puts the identity behind it into the
 * request's context, with what reads it again while a long answer is sent. Everything that is wrong with it is a 401
 * that says what to do, and nothing about an account that the token does not prove.
 */
export function authenticate(deps: ApiDeps, policy: AuthenticatePolicy = {}): RequestHandler {
  const verifyUser = createUserVerifier(deps, policy);
  const readers = readersOf(deps.db, deps);
  // A lost connection is no reason to break an answer off.
  const patientReaders = readersOf(retriedReads(deps.db), deps);
  const verify = async (req: Request, res: Response): Promise<Identify> => {
    const found = findToken(req, deps.config);
    if (found?.source !== 'header' || !found.token.startsWith(API_KEY_MARK)) {
      return verifyUser(found, req, res);
    }
    if (policy.apiKeys === true) return ({ apiKey }) => apiKey(found.token);
    throw unauthorized('An API key cannot be used here. Sign in with POST /api/v1/login and use that token.');
  };
  return async (req, res, next) => {
    const context = contextOf(res);
    const identify = await verify(req, res);
    context.identity = await identify(readers);
    context.identifyAgain = () => identify(patientReaders);
    next();
  };
}

function readersOf(sql: Sql, { apiKeyUses }: Pick<ApiDeps, 'apiKeyUses'>): Readers {
  return { account: createAccountReader(sql), apiKey: createApiKeyReader({ sql, apiKeyUses }) };
}

type VerifyUser = (found: FoundToken | undefined, req: Request, res: Response) => Promise<Identify>;

/** Verifies the token, which is done once a request: one that expires meanwhile may be answered to the end. */
function createUserVerifier(deps: ApiDeps, policy: AuthenticatePolicy): VerifyUser {
  const verifyToken = createTokenVerifier(deps.config);
  return async (found, req, res) => {
    const claims = await verifyToken(found?.token, req, res);
    const channel = found?.source === 'cookie' ? 'portal' : 'api';
    if (channel === 'portal') demandOwnPage(req, deps);
    return async (readers) => {
      const account = judge(await readers.account(claims), claims);
      if (account.must_change_password && policy.beforePasswordChange !== true) {
        throw unauthorized(
          'Your password is temporary. Set one of your own with POST /api/v1/me/password, then sign in again.',
        );
      }
      return present(account, claims, channel);
    };
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
