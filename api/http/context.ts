import type { Request, Response } from 'express';
import type { Act, Actor as Acting } from '../../shared/domain/access.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { TokenScope } from '../../shared/domain/roles.js';
import type { FactorKind } from '../../shared/domain/second-factor.js';
import type { Actor } from '../../shared/evidence/append-audit.js';
import type { Logger } from '../../shared/logger.js';
import type { Caller } from '../auth/authorise-callers.js';
import { addressText } from './read-address.js';

/** The caller of a request, according to the token and the database at this moment. */
export interface Identity {
  /** Public id of the caller: a user, or an API key of a client. */
  actor: string;
  /** Null for an API key. */
  user: SignedInUser | null;
  /** Null for a user. */
  apiKey: UsedApiKey | null;
  /** What the access table decides by. */
  role: Acting;
  scope: TokenScope;
  /**
   * The client the request acts for, null for staff: in test mode, the test side of the user's or key's client
   * (contract 12).
   */
  clientId: string | null;
  /** The client itself, whatever the mode: for what belongs to the organisation, such as its people. */
  liveClientId: string | null;
  clientName: string | null;
  /** `portal` if the token came as a cookie. */
  channel: 'api' | 'portal';
}

/** A person who signed in with a password. */
export interface SignedInUser {
  id: string;
  email: string;
  name: string | null;
  token: { jti: string; expiresAt: Date };
  mustChangePassword: boolean;
  session: UserSession;
}

/** What is known about the sign-in behind a token, and what its person can prove. */
export interface UserSession {
  kind: 'portal' | 'api';
  /** The person's second factors. */
  factors: readonly FactorKind[];
  needsSecondFactor: boolean;
  tokenVersion: number;
  /** Whether the password was entered, or a factor proved, within the last ten minutes. */
  passwordFresh: boolean;
  secondFactorFresh: boolean;
  /** Whether a factor was ever proved in this session. */
  secondFactorProved: boolean;
}

/** An API key of a client. */
export interface UsedApiKey {
  id: string;
  /** The user who created it. */
  createdBy: string;
}

/** What every request carries from its first middleware to its last log line. */
export interface RequestContext {
  correlationId: string;
  logger: Logger;
  /** Lets others continue the request's trace; undefined if it is not traced. */
  traceparent: string | undefined;
  identity?: Identity;
  /** What the caller must be allowed to do for this request, whenever the caller is authorised. */
  acts: Act[];
  /** What the request's token or key says, for authorising the caller again in a transaction. */
  caller?: Caller;
  /** Authorises the caller again, as before the request began; rejects with a 401 or 403. */
  identifyAgain?: () => Promise<Identity>;
  /** Public id of the verification the request turned out to be about; every later error includes it. */
  requestId?: string;
}

/** Returns the context of a request, set by the `correlate` middleware. */
export function contextOf(res: Response): RequestContext {
  return res.locals.context as RequestContext;
}

/** Returns the identity of an authenticated request. Throws if the route lacks its `authenticate` policy. */
export function identityOf(res: Response): Identity {
  const { identity } = contextOf(res);
  if (identity === undefined) throw new Error('Bug: the route has no authenticate policy');
  return identity;
}

/** Returns the owner of the request's token or key. Throws if the route lacks its `authenticate` policy. */
export function callerOf(res: Response): Caller {
  const { caller } = contextOf(res);
  if (caller === undefined) throw new Error('Bug: the route has no authenticate policy');
  return caller;
}

/** Whether the route requires a token at all. */
export function requiresCaller(res: Response): boolean {
  return contextOf(res).identifyAgain !== undefined;
}

/**
 * Authorises the caller again after the request has waited, for its own body or for a result. Throws the 401 of a token
 * signed out, an account suspended or a key deleted meanwhile, and the 403 of a role that was lowered.
 */
export async function reauthoriseCaller(res: Response): Promise<void> {
  const { identifyAgain } = contextOf(res);
  if (identifyAgain === undefined) throw new Error('Bug: the route has no authenticate policy');
  await identifyAgain();
}

/** Returns the person making the request. Throws if the route fails to refuse API keys. */
export function userOf(res: Response): SignedInUser {
  const { user } = identityOf(res);
  if (user === null) throw new Error('Bug: the route lets API keys in');
  return user;
}

/** Returns the user responsible for the request: the person making it, or the creator of the API key. */
export function responsibleUserId(res: Response): string {
  const { user, apiKey } = identityOf(res);
  const id = user?.id ?? apiKey?.createdBy;
  if (id === undefined) throw new Error('Bug: an identity that is neither a user nor an API key');
  return id;
}

/** Sets the verification of the caller that the request is about, for later errors (contract 2). */
export function nameVerification(res: Response, id: string): void {
  contextOf(res).requestId = toPublicId('verification', id);
}

/** Returns the address a request came from, as people write it; undefined if a proxy passed on something else. */
export function addressOf({ ip }: Request): string | undefined {
  return addressText(ip);
}

/** Returns who acts and from where, for the audit log. */
export function auditActor(req: Request, res: Response): Actor {
  return { actor: identityOf(res).actor, ipAddress: addressOf(req) };
}

/** Returns the client a client-scoped request acts for. Throws if the route lacks its scope policy. */
export function clientIdOf(res: Response): string {
  const { clientId } = identityOf(res);
  if (clientId === null) throw new Error('Bug: the route has no client scope policy');
  return clientId;
}

/** Returns the client the caller belongs to, whatever the mode. Throws if the route lacks its scope policy. */
export function liveClientIdOf(res: Response): string {
  const { liveClientId } = identityOf(res);
  if (liveClientId === null) throw new Error('Bug: the route has no client scope policy');
  return liveClientId;
}

/** Returns a path parameter as text; our routes have no repeated parameters. */
export function pathParameter(req: Request, name: string): string {
  const value = req.params[name];
  return typeof value === 'string' ? value : '';
}
