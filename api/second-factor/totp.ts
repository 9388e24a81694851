import { Secret, TOTP } from 'otpauth';
import { takeRandomBytes } from '../../shared/crypto/random-bytes.js';

/** What every app supports (RFC 6238): six digits from SHA-1, every 30 seconds. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
// RFC 4226 4, R6: as long as the hash output.
const SECRET_BYTES = 20;
const ISSUER = 'Verification service';
/** A phone's clock may be slightly off, and typing a code takes a moment (RFC 6238 5.2 and 6). */
const WINDOW = 1;

/** How many time steps a used code is remembered: far more than are still accepted, however wrong a clock is. */
export const STEPS_REMEMBERED = 20;

/** Creates a secret for one app of one person. */
export function createTotpSecret(): Buffer {
  return takeRandomBytes(SECRET_BYTES);
}

/** Returns the secret as typed into an app, and as the URI of a QR code. */
export function presentTotp(secret: Buffer, email: string): { secret: string; otpauth_uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, otpauth_uri: totp.toString() };
}

/** Returns the 30-second time step a code belongs to, or undefined if it is not valid around now. */
export function findTotpStep(secret: Buffer, code: string, now = Date.now()): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : stepAt(now) + delta;
}

/** Returns the 30-second time step of a moment. */
export function stepAt(now: number): number {
  return Math.floor(now / 1_000 / RULES.period);
}

function totpOf(secret: Buffer, label: string): TOTP {
  const { buffer, byteOffset, byteLength } = secret;
  const own = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  return new TOTP({ ...RULES, issuer: ISSUER, label, secret: new Secret({ buffer: own }) });
}
