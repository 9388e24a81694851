import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { ApiConfig } from '../../shared/config/api.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { readClaims, TOKEN_RULES } from './access-token.js';
import { findToken } from './find-token.js';

/** Passport's strategy `jwt`: finds the token of a request and checks everything that needs no database. */
export function createTokenStrategy(config: ApiConfig): Strategy {
  return new Strategy(
    {
      jwtFromRequest: (req: Request) => findToken(req, config)?.token ?? null,
      secretOrKeyProvider: (_req: Request, token: string, done) => {
        const key = findKey(config.jwtSecrets, token);
        // The types allow only strings and buffers. jsonwebtoken accepts a KeyObject; given a string, it would derive
        // the key again for every token, at forty times the cost of the check itself.
        if (key === undefined) done(new Error('unacceptable header'));
        else done(null, key as unknown as Buffer);
      },
      algorithms: [TOKEN_RULES.algorithm],
      issuer: TOKEN_RULES.issuer,
      audience: [TOKEN_RULES.audience, TOKEN_RULES.testAudience],
    },
    (payload: Readonly<Record<string, unknown>>, done: (error: null, claims: unknown) => void) =>
      done(null, readClaims(payload) ?? false),
  );
}

const HEADER_MEMBERS = ['alg', 'kid', 'typ'];

/**
 * Returns the key a token names. Only headers exactly like those we write are considered: `crit`, `jku` and the like
 * request behaviour nobody here implements (RFC 8725 3.10), and the library would ignore them.
 */
function findKey(keys: Keyring, token: string): KeyObject | undefined {
  const header = decodeHeader(token);
  const members = Object.keys(header).sort();
  if (members.join() !== HEADER_MEMBERS.join()) return undefined;
  if (header.alg !== TOKEN_RULES.algorithm || header.typ !== TOKEN_RULES.type) return undefined;
  return typeof header.kid === 'string' ? keys.find(header.kid) : undefined;
}

function decodeHeader(token: string): Record<string, unknown> {
  try {
    const text = Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString();
    const header: unknown = JSON.parse(text);
    return typeof header === 'object' && header !== null ? { ...header } : {};
  } catch {
    return {};
  }
}
