import type { Request, RequestHandler, Response } from 'express';
import { API_KEY_MARK, hashApiKey } from '../../shared/crypto/random-secrets.js';
import type { Sql } from '../../shared/db/database.js';
import { retriedReads } from '../../shared/db/retried-reads.js';
import { createApiKeyReader } from '../api-keys/identify-api-key.js';
import { unusableKey } from '../api-keys/load-live-keys.js';
import type { KeyNeed, KeyUse } from '../api-keys/refuse-use.js';
import type { TokenClaims } from '../auth/access-token.js';
import { authoriseAccount } from '../auth/authorise-account.js';
import type { Caller } from '../auth/authorise-callers.js';
import { type FoundToken, findToken } from '../auth/find-token.js';
import { type Account, createAccountReader } from '../auth/load-account.js';
import { presentUser } from '../auth/present-user.js';
import { isSameOrigin } from '../auth/same-origin.js';
import { requireShownAccount } from '../auth/shown-account.js';
import { createTokenVerifier, type VerifyToken } from '../auth/verify-token.js';
import type { ApiDeps } from '../deps.js';
import { type ApiError, unusableToken } from '../errors/catalogue.js';
import { beganWithoutFactor, passwordTemporary, secondFactorMissing } from '../errors/proof-errors.js';
import { contextOf, type Identity, type UserSession } from '../http/context.js';
import { addModeToJson } from '../http/mode.js';
import { presentSession } from '../sessions/present-session.js';
import { renewSession } from '../sessions/renew-session.js';
import { refuseActs } from './allow.js';

export interface AuthenticatePolicy {
  /** Also admits a user who must first change a temporary password: only for me, me/password and logout. */
  beforePasswordChange?: boolean;
  /** Also admits a user who must first set up a second factor: only for that, me, me/password and logout. */
  beforeSecondFactor?: boolean;
  /**
   * Also admits API keys with this scope, or all: only where a machine does its client's work, never where accounts or
   * keys are managed.
   */
  apiKeys?: KeyNeed;
}

/** Looks up the accounts behind tokens, and API keys. */
interface Readers {
  account: ReturnType<typeof createAccountReader>;
  apiKey: ReturnType<typeof createApiKeyReader>;
}

/** The owner of the token or key. */
interface Verified {
  caller: Caller;
  /**
   * Reads the identity as it is at this moment. Rejects with a 401 if the caller may not proceed. Given the response,
   * also renews a portal session.
   */
  identify(readers: Readers, res?: Response): Promise<Identity>;
}

/** Creates the policy of an endpoint that has these requirements. */
export type Authenticate = (policy?: AuthenticatePolicy) => RequestHandler;

/**
 * Creates the policies of one app that require a valid access token, or an API key where allowed, and put its identity
 * into the request's context, along with what reads it again while a long answer is sent. Anything wrong with it is a
 * 401 that says what to do, and nothing about an account the token does not prove. All endpoints share what was
 * verified and the look-ups in progress.
 */
export function createAuthenticate(deps: ApiDeps): Authenticate {
  const verifyToken = createTokenVerifier(deps.config);
  const accounts = deps.db.scoped('sign_in');
  const readers = readersOf(accounts, deps);
  // A lost connection is no reason to abort an answer.
  const patientReaders = readersOf(retriedReads(accounts), deps);
  return (policy = {}) => {
    const verify = createCallerVerifier(deps, policy, verifyToken);
    return async (req, res, next) => {
      const context = contextOf(res);
      const { caller, identify } = await verify(req, res);
      context.identity = await identify(readers, res);
      context.caller = caller;
      addModeToJson(res);
      context.identifyAgain = async () => {
        const identity = await identify(patientReaders);
        const refusal = refuseActs(identity, context.acts);
        if (refusal !== undefined) throw refusal;
        return identity;
      };
      next();
    };
  };
}

function readersOf(sql: Sql, { apiKeyUses, metrics }: Pick<ApiDeps, 'apiKeyUses' | 'metrics'>): Readers {
  return { account: createAccountReader(sql), apiKey: createApiKeyReader({ sql, apiKeyUses, metrics }) };
}

/** Verifies the token or key of a request. Rejects with a 401 for a key where none is allowed. */
function createCallerVerifier(
  deps: ApiDeps,
  policy: AuthenticatePolicy,
  verifyToken: VerifyToken,
): (req: Request, res: Response) => Promise<Verified> {
  const verifyUser = createUserVerifier(deps, policy, verifyToken);
  return async (req, res) => {
    const found = findToken(req, deps.config);
    if (found?.source !== 'header' || !found.token.startsWith(API_KEY_MARK)) {
      return verifyUser(found, req, res);
    }
    if (policy.apiKeys !== undefined)
      return verifyKey(found.token, { need: policy.apiKeys, address: req.ip });
    throw unusableToken(
      'An API key cannot be used here. Sign in with POST /api/v1/login and use that token.',
    );
  };
}

function verifyKey(token: string, use: KeyUse): Verified {
  const hash = hashApiKey(token);
  if (hash === undefined) throw unusableKey();
  return { caller: { kind: 'api_key', hash, use }, identify: ({ apiKey }) => apiKey(hash, use) };
}

type VerifyUser = (found: FoundToken | undefined, req: Request, res: Response) => Promise<Verified>;

/** Verifies the token, once per request: if it expires meanwhile, the request may still be answered to the end. */
function createUserVerifier(deps: ApiDeps, policy: AuthenticatePolicy, verifyToken: VerifyToken): VerifyUser {
  return async (found, req, res) => {
    const { acts } = contextOf(res);
    const claims = await verifyToken(found?.token, req, res);
    refuseBefore(deps.history.sessionsFrom, claims);
    const channel = found?.source === 'cookie' ? 'portal' : 'api';
    if (channel === 'portal') {
      requireOwnPage(req, deps);
      requireShownAccount(req, claims);
    }
    if (claims.portal && channel === 'api')
      throw unusableToken('This token is only valid as a session cookie.');
    const authorise = (found: Account | undefined) => authoriseUser(deps, policy, found, claims, channel);
    const identify: Verified['identify'] = async (readers, answer) => {
      const authorisation = authorise(await readers.account(claims));
      if (!authorisation.ok) throw authorisation.refusal;
      const { account, session } = authorisation;
      if (answer !== undefined) await renewSession(deps, account, claims, answer);
      return presentUser(account, claims, channel, session);
    };
    const refusalOf = (account: Account | undefined): Error | undefined => {
      const authorisation = authorise(account);
      if (!authorisation.ok) return authorisation.refusal;
      return refuseActs(presentUser(authorisation.account, claims, channel, authorisation.session), acts);
    };
    return { caller: { kind: 'user', claims, acts, refusalOf }, identify };
  };
}

type UserAuthorisation =
  | { ok: true; account: Account; session: UserSession }
  | { ok: false; refusal: ApiError };

/** Authorises a user by the account as just read: everything that token, password and sign-in must satisfy here. */
function authoriseUser(
  deps: ApiDeps,
  policy: AuthenticatePolicy,
  found: Account | undefined,
  claims: TokenClaims,
  channel: Identity['channel'],
): UserAuthorisation {
  const authorisation = authoriseAccount(found, claims);
  if (!authorisation.ok) return authorisation;
  const { account } = authorisation;
  const session = presentSession(deps, account, claims, channel);
  const { needsSecondFactor, factors, secondFactorProved } = session;
  if (needsSecondFactor && factors.length > 0 && !secondFactorProved)
    return { ok: false, refusal: beganWithoutFactor() };
  if (account.must_change_password && policy.beforePasswordChange !== true) {
    return { ok: false, refusal: passwordTemporary() };
  }
  if (needsSecondFactor && factors.length === 0 && policy.beforeSecondFactor !== true) {
    return { ok: false, refusal: secondFactorMissing() };
  }
  return { ok: true, account, session };
}

/**
 * After going back in time, the database may have forgotten that an earlier session was signed out or its account
 * suspended (contract 15). Tokens are stamped to the second.
 */
function refuseBefore(moment: Date | undefined, { issuedAt }: TokenClaims): void {
  if (moment === undefined || issuedAt.getTime() >= Math.floor(moment.getTime() / 1_000) * 1_000) return;
  throw unusableToken(
    'All sessions have ended, because the database was replaced or restored. Sign in again.',
  );
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** A browser sends the cookie on behalf of any site: only a page of this host may use it to change something. */
function requireOwnPage(req: Request, { config }: ApiDeps): void {
  if (SAFE_METHODS.has(req.method) || isSameOrigin(req, config)) return;
  throw unusableToken(
    'A request with the session cookie must come from a page of this host, but the Origin header is missing or names another one.',
  );
}
