import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { fromPublicId, isStoredId, toPublicId } from '../../shared/domain/ids.js';
import { MODES, type Mode } from '../../shared/domain/mode.js';
import { TOKEN_SCOPES, type TokenScope } from '../../shared/domain/roles.js';

/** What every token states and what is required of every token presented. */
export const TOKEN_RULES = {
  algorithm: 'HS256',
  issuer: 'verification-service',
  audience: 'verification-service-api',
  // Processes of a release without test mode must refuse it: they would take the session for a live one and call the
  // provider.
  testAudience: 'verification-service-api-test',
  // Explicit typing (RFC 8725 3.11, RFC 9068 2.1): no other token made with these keys is an access token.
  type: 'at+jwt',
} as const;

/** Contract 3. */
export const TOKEN_LIFETIME_SECONDS = 3_600;

/** The account a token is for; ids as stored in the database. */
export interface TokenHolder {
  userId: string;
  clientId: string | null;
  scope: TokenScope;
  tokenVersion: number;
}

/** A token with its session: the successive tokens of a portal session share its id. */
export interface IssuedToken {
  jti: string;
  /** Portal session: the token is valid only in the cookie, and only while the session lasts. */
  portal: boolean;
  lifetimeSeconds?: number;
  /** Set in tokens issued by a switch of modes, and in those that renew them. */
  mode?: Mode;
}

/** The claims of a token. Whether its account is still valid is for the database to say. */
export interface TokenClaims {
  userId: string;
  scope: TokenScope;
  tokenVersion: number;
  /** The side of the client the session is on. */
  mode: Mode;
  jti: string;
  /** Whether it belongs to a portal session. */
  portal: boolean;
  issuedAt: Date;
  expiresAt: Date;
}

/** Signs an access token with the current key. */
export function issueToken(
  keys: Keyring,
  holder: TokenHolder,
  token: IssuedToken = { jti: randomUUID(), portal: false },
): string {
  const { id, key } = keys.current;
  const claims = {
    scope: holder.scope,
    client_id: holder.clientId === null ? null : toPublicId('client', holder.clientId),
    token_version: holder.tokenVersion,
    ...(token.portal && { portal: true }),
    ...(token.mode !== undefined && { mode: token.mode }),
  };
  return jwt.sign(claims, key, {
    algorithm: TOKEN_RULES.algorithm,
    header: { alg: TOKEN_RULES.algorithm, typ: TOKEN_RULES.type, kid: id },
    issuer: TOKEN_RULES.issuer,
    audience: token.mode === 'test' ? TOKEN_RULES.testAudience : TOKEN_RULES.audience,
    subject: toPublicId('user', holder.userId),
    expiresIn: token.lifetimeSeconds ?? TOKEN_LIFETIME_SECONDS,
    jwtid: token.jti,
  });
}

/** How far the clocks of two API processes may differ. */
const MAX_CLOCK_SKEW_SECONDS = 30;

/**
 * Returns the claims of a payload whose signature, issuer, audience and times were verified, or undefined if one we
 * always set is missing, of another type, or not as we set it: the library does not require `exp` or the others, and
 * would accept a token valid for years.
 */
export function readClaims(payload: Readonly<Record<string, unknown>>): TokenClaims | undefined {
  const { sub, scope: claimed, token_version: tokenVersion, jti, exp, iat } = payload;
  const userId = typeof sub === 'string' ? fromPublicId('user', sub) : undefined;
  const scope = TOKEN_SCOPES.find((candidate) => candidate === claimed);
  if (userId === undefined || scope === undefined) return undefined;
  if (!isInteger(tokenVersion) || !isInteger(iat) || !isInteger(exp) || !areOurTimes(iat, exp))
    return undefined;
  if (!isStoredId(jti)) return undefined;
  const mode = readMode(payload);
  if (mode === undefined) return undefined;
  return {
    userId,
    scope,
    tokenVersion,
    mode,
    jti,
    portal: payload.portal === true,
    issuedAt: new Date(iat * 1_000),
    expiresAt: new Date(exp * 1_000),
  };
}

/** Sign-in tokens carry no mode: a session begins on the live side. */
function readMode({ mode = 'live', aud }: Readonly<Record<string, unknown>>): Mode | undefined {
  const said = MODES.find((candidate) => candidate === mode);
  return (aud === TOKEN_RULES.testAudience) === (said === 'test') ? said : undefined;
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function areOurTimes(iat: number, exp: number): boolean {
  return exp - iat <= TOKEN_LIFETIME_SECONDS && iat <= Date.now() / 1_000 + MAX_CLOCK_SKEW_SECONDS;
}
