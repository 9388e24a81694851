import {
  checkPrime,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { EvidenceKey } from '../../../shared/evidence/evidence-keys.js';
import { element, integer, NULL, octets, oid, sequence, setOf } from './der.js';

/** An RSA key, its certificate, and those that it was issued under, in DER. */
export interface SigningIdentity {
  key: KeyObject;
  certificate: Buffer;
  chain: readonly Buffer[];
}

/** Reads a private key and the certificates behind it; the first one is the key's own. */
export function identityFromPem(pem: string): SigningIdentity {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [certificate, ...chain] = blocks.map((block) => new X509Certificate(block).raw);
  if (certificate === undefined) throw new Error('PDF_SIGNING_PEM holds no certificate');
  return { key: createPrivateKey(pem), certificate, chain };
}

const EXPONENT = 65_537n;
const PRIME_BYTES = 128;
const isPrime = promisify(checkPrime);

/**
 * An identity of the service's own making, worked out from a key of the evidence: every process has the same one, and none
 * has to be kept. Nobody vouches for it, and readers say so.
 */
export async function makeIdentity(evidence: EvidenceKey): Promise<SigningIdentity> {
  const [p, q] = await Promise.all([primeFrom(evidence, 'p'), primeFrom(evidence, 'q')]);
  const jwk = {
    kty: 'RSA',
    n: base64(p * q),
    e: base64(EXPONENT),
    d: base64(inverse(EXPONENT, (p - 1n) * (q - 1n))),
    p: base64(p),
    q: base64(q),
    dp: base64(inverse(EXPONENT, p - 1n)),
    dq: base64(inverse(EXPONENT, q - 1n)),
    qi: base64(inverse(q, p)),
  };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return { key, certificate: selfSigned(key), chain: [] };
}

async function primeFrom(evidence: EvidenceKey, name: string): Promise<bigint> {
  const bytes = evidence.derive(`pdf-signing/rsa-2048/${name}`, PRIME_BYTES);
  // Two leading ones, so that the product of two of them has all its bits; and odd.
  bytes[0] = (bytes[0] ?? 0) | 0xc0;
  bytes[PRIME_BYTES - 1] = (bytes[PRIME_BYTES - 1] ?? 0) | 1;
  let candidate = BigInt(`0x${bytes.toString('hex')}`);
  while (candidate % EXPONENT === 1n || !(await isPrime(candidate))) candidate += 2n;
  return candidate;
}

/** The number that makes 1 with another one (extended Euclid). */
function inverse(value: bigint, modulus: bigint): bigint {
  let [previous, current] = [modulus, value % modulus];
  let [before, factor] = [0n, 1n];
  while (current !== 0n) {
    const quotient = previous / current;
    [previous, current] = [current, previous - quotient * current];
    [before, factor] = [factor, before - quotient * factor];
  }
  return ((before % modulus) + modulus) % modulus;
}

function base64(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

const RSA_WITH_SHA256 = sequence(oid('1.2.840.113549.1.1.11'), NULL);
const NAME = sequence(
  setOf(sequence(oid('2.5.4.3'), element(0x0c, Buffer.from('Verification service (self-signed)')))),
);
// Of no meaning: nobody vouches for it at any time. RFC 5280 writes years from 2050 on in another form.
const VALIDITY = sequence(
  ...['260101000000Z', '491231235959Z'].map((time) => element(0x17, Buffer.from(time))),
);

/** A certificate of the key by the key (RFC 5280), for signatures that are not to be denied; the same each time. */
function selfSigned(key: KeyObject): Buffer {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const serial = createHash('sha256').update(spki).digest().subarray(0, 16);
  // digitalSignature and nonRepudiation.
  const usage = sequence(
    oid('2.5.29.15'),
    element(0x01, Buffer.from([0xff])),
    octets(element(0x03, Buffer.from([6, 0xc0]))),
  );
  const body = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    RSA_WITH_SHA256,
    NAME,
    VALIDITY,
    NAME,
    spki,
    element(0xa3, sequence(usage)),
  );
  const signature = element(0x03, Buffer.from([0]), sign('sha256', body, key));
  return sequence(body, RSA_WITH_SHA256, signature);
}
