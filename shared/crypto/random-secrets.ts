import { randomBytes } from 'node:crypto';
import type { Mode } from '../domain/mode.js';
import { sha256 } from './sha256.js';

// 256 bits, as contract 3 requires.
const API_KEY_BYTES = 32;
const API_KEY = /^vk_(?:test_)?[A-Za-z0-9_-]{43}$/;
/** Prefix of every API key; no other token has it. */
export const API_KEY_MARK = 'vk_';
/** Key prefix of each mode, so that nobody mistakes one for the other (contract 12). */
const MARKS: Readonly<Record<Mode, string>> = { live: API_KEY_MARK, test: `${API_KEY_MARK}test_` };
/** The part that stays visible: the prefix and 8 of the 43 characters, which leaves 208 bits to guess. */
const VISIBLE_CHARACTERS = 8;

/** Creates an API key: the key itself, which is shown once, and what is stored of it. */
export function createApiKeySecret(mode: Mode = 'live'): { apiKey: string; prefix: string; hash: Buffer } {
  const mark = MARKS[mode];
  const apiKey = mark + randomBytes(API_KEY_BYTES).toString('base64url');
  return { apiKey, prefix: apiKey.slice(0, mark.length + VISIBLE_CHARACTERS), hash: sha256(apiKey) };
}

/** Returns the hash an API key is looked up by, or undefined if the text cannot be one. */
export function hashApiKey(text: string): Buffer | undefined {
  return API_KEY.test(text) ? sha256(text) : undefined;
}

// Crockford's base 32: without i, l, o and u, so that it can be read aloud and copied from paper.
const READABLE = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Creates a temporary password: 80 random bits in four groups, for example `7k3m-q9xd-2pt8-hw5r`. */
export function createTemporaryPassword(): string {
  return createReadableSecret();
}

// Enough for some years of lost phones, and few enough to print.
const RECOVERY_CODES = 10;

/** Creates recovery codes for a person, to be shown once. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, createReadableSecret);
}

/** Returns the hash a person's recovery code is looked up by, however it was typed. */
export function hashRecoveryCode(userId: string, code: string): Buffer {
  // Programs in which codes are kept make other dashes of hyphens, a minus or a soft hyphen among them.
  const typed = code.toLowerCase().replace(/[\s\p{Pd}\u2212\u00ad]/gu, '');
  // Letters that the alphabet lacks are digits misread from paper.
  return sha256(`${userId}/${typed.replace(/o/g, '0').replace(/[il]/g, '1')}`);
}

function createReadableSecret(): string {
  const bytes = randomBytes(GROUPS * GROUP_LENGTH);
  // 256 is a multiple of 32, so every character is equally likely.
  const characters = Array.from(bytes, (byte) => READABLE.charAt(byte % READABLE.length)).join('');
  return Array.from({ length: GROUPS }, (_group, index) =>
    characters.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH),
  ).join('-');
}
