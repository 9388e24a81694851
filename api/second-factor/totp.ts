import { Secret, TOTP } from 'otpauth';
import { takeRandomBytes } from '../../shared/crypto/random-bytes.js';

/** As every app takes them (RFC 6238): six digits from SHA-1, every 30 seconds. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
// RFC 4226 4, R6: as long as the output of the hash.
const SECRET_BYTES = 20;
const ISSUER = 'Verification service';
/** The clock of a telephone may be a little off, and a code takes a moment to type (RFC 6238 5.2 and 6). */
const WINDOW = 1;

/** How many codes back a used one is remembered: far beyond those that are still taken, whatever clock is wrong. */
export const STEPS_REMEMBERED = 20;

/** A new secret for one app of one person. */
export function createTotpSecret(): Buffer {
  return takeRandomBytes(SECRET_BYTES);
}

/** The secret as it is typed into an app, and as an address for a QR code. */
export function presentTotp(secret: Buffer, email: string): { secret: string; otpauth_uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, otpauth_uri: totp.toString() };
}

/** The period of 30 seconds whose code this is, or undefined when it is that of none about now. */
export function findTotpStep(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : stepAt(now) + delta;
}

/** The period of 30 seconds at this moment. */
export function stepAt(now: number): number {
  return Math.floor(now / 1_000 / RULES.period);
}

function totpOf(secret: Buffer, label: string): TOTP {
  const { buffer, byteOffset, byteLength } = secret;
  const own = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return new TOTP({ ...RULES, issuer: ISSUER, label, secret: new Secret({ buffer: own }) });
}
