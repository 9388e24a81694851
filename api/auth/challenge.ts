import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { fromPublicId, toPublicId } from '../../shared/domain/ids.js';

/** What a challenge was issued for; it is valid for nothing else. */
export type ChallengePurpose = 'sign_in' | 'passkey' | 'step_up' | 'add_totp' | 'add_passkey';

export const CHALLENGE_LIFETIME_SECONDS = 300;

const RULES = {
  algorithm: 'HS256',
  issuer: 'verification-service',
  audience: 'verification-service-challenge',
  // Explicit typing (RFC 8725 3.11): no access token is a challenge, and no challenge an access token.
  type: 'challenge+jwt',
} as const;

export interface ChallengeContent {
  purpose: ChallengePurpose;
  /** The account it is for; null until someone has said who they are. */
  user: { id: string; tokenVersion: number } | null;
  /** The kind of session the sign-in is to open. */
  session?: 'cookie' | undefined;
  /** The `jti` of the session it was issued in; absent before a sign-in. */
  within?: string | undefined;
  /** Data to be returned to us unread: sealed. */
  sealed?: Buffer;
}

/** An issued challenge, as it was sent back. */
export interface Challenge extends ChallengeContent {
  jti: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** Issues a signed challenge, which need not be stored; `jti` makes it unique. */
export function issueChallenge(
  keys: Keyring,
  { purpose, user, session, within, sealed }: ChallengeContent,
  jti: string = randomUUID(),
): string {
  const { id, key } = keys.current;
  const claims = {
    purpose,
    ...(user !== null && { token_version: user.tokenVersion }),
    ...(session !== undefined && { session }),
    ...(within !== undefined && { within }),
    ...(sealed !== undefined && { sealed: sealed.toString('base64url') }),
  };
  return jwt.sign(claims, key, {
    algorithm: RULES.algorithm,
    header: { alg: RULES.algorithm, typ: RULES.type, kid: id },
    issuer: RULES.issuer,
    audience: RULES.audience,
    ...(user !== null && { subject: toPublicId('user', user.id) }),
    expiresIn: CHALLENGE_LIFETIME_SECONDS,
    jwtid: jti,
  });
}

/** Returns the challenge in a text, or undefined if it is not one of ours, expired, or for another purpose. */
export function readChallenge(keys: Keyring, text: string, purpose: ChallengePurpose): Challenge | undefined {
  const payload = verify(keys, text);
  if (payload?.purpose !== purpose || payload.jti === undefined) return undefined;
  const { iat = 0, exp = 0 } = payload;
  const userId = payload.sub === undefined ? undefined : fromPublicId('user', payload.sub);
  return {
    purpose,
    user: userId === undefined ? null : { id: userId, tokenVersion: Number(payload.token_version) },
    session: payload.session === 'cookie' ? 'cookie' : undefined,
    within: typeof payload.within === 'string' ? payload.within : undefined,
    ...(typeof payload.sealed === 'string' && { sealed: Buffer.from(payload.sealed, 'base64url') }),
    jti: payload.jti,
    issuedAt: new Date(iat * 1_000),
    expiresAt: new Date(exp * 1_000),
  };
}

function verify(keys: Keyring, text: string): jwt.JwtPayload | undefined {
  try {
    const header = jwt.decode(text, { complete: true })?.header;
    const key = header?.typ === RULES.type && header.kid !== undefined ? keys.find(header.kid) : undefined;
    if (key === undefined) return undefined;
    const { algorithm, issuer, audience } = RULES;
    const payload = jwt.verify(text, key, { algorithms: [algorithm], issuer, audience });
    return typeof payload === 'string' ? undefined : payload;
  } catch {
    return undefined;
  }
}
