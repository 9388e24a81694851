import { createHash, sign } from 'node:crypto';
import { element, elementsIn, integer, NULL, octets, oid, sequence, setOf } from './der.js';
import type { SigningIdentity } from './signing-identity.js';

const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'));
const DATA = oid('1.2.840.113549.1.7.1');
const ONE = integer(Buffer.from([1]));

/**
 * A detached signature over a SHA-256 (CMS, RFC 5652) with the attributes that PAdES asks for: the digest, and the hash of
 * the certificate, so that no other one can be put in its place (RFC 5035). RSA, PKCS #1 v1.5: the same each time.
 */
export function signCms({ key, certificate, chain }: SigningIdentity, digest: Buffer): Buffer {
  const certificateHash = createHash('sha256').update(certificate).digest();
  const attributes = setOf(
    attribute('1.2.840.113549.1.9.3', DATA),
    attribute('1.2.840.113549.1.9.4', octets(digest)),
    attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(certificateHash))))),
  );
  const signer = sequence(
    ONE,
    issuerAndSerial(certificate),
    SHA256,
    // Signed as the SET that they are, and written under a tag of their own.
    Buffer.concat([Buffer.from([0xa0]), attributes.subarray(1)]),
    sequence(oid('1.2.840.113549.1.1.1'), NULL),
    octets(sign('sha256', attributes, key)),
  );
  const signed = sequence(
    ONE,
    element(0x31, SHA256),
    sequence(DATA),
    element(0xa0, certificate, ...chain),
    element(0x31, signer),
  );
  return sequence(oid('1.2.840.113549.1.7.2'), element(0xa0, signed));
}

function attribute(type: string, value: Buffer): Buffer {
  return sequence(oid(type), setOf(value));
}

/** By which a signature names its certificate. */
function issuerAndSerial(certificate: Buffer): Buffer {
  const [whole] = elementsIn(certificate);
  const [body] = elementsIn(whole?.content ?? Buffer.alloc(0));
  // The version comes first, unless it is the oldest one.
  const fields = elementsIn(body?.content ?? Buffer.alloc(0)).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer] = fields;
  if (serial === undefined || issuer === undefined)
    throw new Error('The certificate has no issuer and serial number');
  return sequence(issuer.whole, serial.whole);
}
