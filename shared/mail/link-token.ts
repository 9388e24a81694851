import { randomBytes } from 'node:crypto';
import { sha256 } from '../crypto/sha256.js';

/** 256 bits, of which only the hash is stored (contract 11). */
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Generates the token of a link sent by mail, and the hash stored of it. */
export function createLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: sha256(token) };
}

/** The hash a token is looked up by; undefined if the text cannot be one. */
export function hashLinkToken(text: string): Buffer | undefined {
  return TOKEN.test(text) ? sha256(text) : undefined;
}
