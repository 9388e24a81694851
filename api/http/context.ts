import type { Request, Response } from 'express';
import type { Act, Actor as Acting } from '../../shared/domain/access.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { TokenScope } from '../../shared/domain/roles.js';
import type { FactorKind } from '../../shared/domain/second-factor.js';
import type { Actor } from '../../shared/evidence/append-audit.js';
import type { Logger } from '../../shared/logger.js';
import type { Caller } from '../auth/judge-callers.js';

/** Who makes the request, as the token and the database say at this moment. */
export interface Identity {
  /** Public id of who acts: a user, or an API key of a client. */
  actor: string;
  /** Null for an API key. */
  user: SignedInUser | null;
  /** Null for a user. */
  apiKey: UsedApiKey | null;
  /** By which the table of access decides. */
  role: Acting;
  scope: TokenScope;
  /**
   * The client that the request works for, null for staff: in test mode the test side of the client that the user or
   * key belongs to (contract 12).
   */
  clientId: string | null;
  /** The client itself, whatever the mode: for what belongs to the organisation, such as its people. */
  liveClientId: string | null;
  clientName: string | null;
  /** `portal` when the token came as a cookie. */
  channel: 'api' | 'portal';
}

/** A person who signed in with a password. */
export interface SignedInUser {
  id: string;
  email: string;
  token: { jti: string; expiresAt: Date };
  mustChangePassword: boolean;
  session: UserSession;
}

/** What is known of the sign-in behind a token, and of what its person can prove. */
export interface UserSession {
  kind: 'portal' | 'api';
  /** The second factors that the person has. */
  factors: readonly FactorKind[];
  needsSecondFactor: boolean;
  tokenVersion: number;
  /** Whether the password was given, or a factor proved, within the last ten minutes. */
  passwordFresh: boolean;
  secondFactorFresh: boolean;
}

/** A key of a client's machine. */
export interface UsedApiKey {
  id: string;
  /** The user who made it. */
  createdBy: string;
}

/** What every request carries from its first middleware to its last log line. */
export interface RequestContext {
  correlationId: string;
  logger: Logger;
  /** By which others continue the trace of the request; undefined while nothing is traced. */
  traceparent: string | undefined;
  identity?: Identity;
  /** What the caller has to be allowed to do for this request, whenever the caller is judged. */
  acts: Act[];
  /** What the token or key of the request says, for who judges it again in a transaction. */
  caller?: Caller;
  /** Judges the caller again, as before the request began; rejects with a 401 or 403. */
  identifyAgain?: () => Promise<Identity>;
  /** Public id of the verification that the request turned out to be about: every error names it from then on. */
  requestId?: string;
}

/** The context of a request; set by the `correlate` middleware. */
export function contextOf(res: Response): RequestContext {
  return res.locals.context as RequestContext;
}

/** The identity of an authenticated request. Throws when the route forgot its `authenticate` policy. */
export function identityOf(res: Response): Identity {
  const { identity } = contextOf(res);
  if (identity === undefined) throw new Error('Bug: the route has no authenticate policy');
  return identity;
}

/** Whose token or key the request carries. Throws when the route forgot its `authenticate` policy. */
export function callerOf(res: Response): Caller {
  const { caller } = contextOf(res);
  if (caller === undefined) throw new Error('Bug: the route has no authenticate policy');
  return caller;
}

/** Whether the route demands a token at all. */
export function demandsCaller(res: Response): boolean {
  return contextOf(res).identifyAgain !== undefined;
}

/**
 * Judges the caller once more, after the request has waited for something: for its own body, or for a result. Throws
 * the 401 of a token that was signed out, an account that was suspended or a key that was deleted meanwhile, and the 403
 * of a role that was lowered.
 */
export async function judgeCallerAgain(res: Response): Promise<void> {
  const { identifyAgain } = contextOf(res);
  if (identifyAgain === undefined) throw new Error('Bug: the route has no authenticate policy');
  await identifyAgain();
}

/** The person who makes the request. Throws when the route forgot to refuse API keys. */
export function userOf(res: Response): SignedInUser {
  const { user } = identityOf(res);
  if (user === null) throw new Error('Bug: the route lets API keys in');
  return user;
}

/** The user who answers for the request: the person who makes it, or who made the API key. */
export function responsibleUserId(res: Response): string {
  const { user, apiKey } = identityOf(res);
  const id = user?.id ?? apiKey?.createdBy;
  if (id === undefined) throw new Error('Bug: an identity that is neither a user nor an API key');
  return id;
}

/** Says which verification of the caller the request is about, for errors that come after this (contract 2). */
export function nameVerification(res: Response, id: string): void {
  contextOf(res).requestId = toPublicId('verification', id);
}

/** Where a request came from, as people write addresses: one of IPv4 without the IPv6 that a server may hear it in. */
export function addressOf({ ip }: Request): string | undefined {
  return ip?.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Who acts, and from where, as the audit log has it. */
export function auditActor(req: Request, res: Response): Actor {
  return { actor: identityOf(res).actor, ipAddress: addressOf(req) };
}

/** The client on whose behalf a client-scoped request acts. Throws when the route forgot its scope policy. */
export function clientIdOf(res: Response): string {
  const { clientId } = identityOf(res);
  if (clientId === null) throw new Error('Bug: the route has no client scope policy');
  return clientId;
}

/** The client that the caller belongs to, whatever the mode. Throws when the route forgot its scope policy. */
export function liveClientIdOf(res: Response): string {
  const { liveClientId } = identityOf(res);
  if (liveClientId === null) throw new Error('Bug: the route has no client scope policy');
  return liveClientId;
}

/** A path parameter as text; repeated parameters do not occur in our routes. */
export function pathParameter(req: Request, name: string): string {
  const value = req.params[name];
  return typeof value === 'string' ? value : '';
}
