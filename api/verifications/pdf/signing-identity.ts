import { createPrivateKey, type KeyObject, webcrypto, X509Certificate } from 'node:crypto';

/** An RSA key, its certificate and its issuers, in DER. */
export interface SigningIdentity {
  key: KeyObject;
  certificate: Buffer;
  chain: readonly Buffer[];
}

/**
 * Reads a private key and the certificates after it; the first one belongs to the key. Of the others only its issuers
 * are kept: a PKCS #12 file may contain more, and a signature is validated only by the certificates it states.
 */
export function identityFromPem(pem: string): SigningIdentity {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const [certificate, ...others] = blocks.map((block) => new X509Certificate(block));
  if (certificate === undefined) throw new Error('A signing identity without a certificate');
  const chain = issuersOf(certificate, others).map(({ raw }) => raw);
  return { key: createPrivateKey(pem), certificate: certificate.raw, chain };
}

/** The issuers of a certificate, nearest first, as far as they are present. */
function issuersOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const issuer = others.find(
    (other) => certificate.checkIssued(other) && certificate.verify(other.publicKey),
  );
  if (issuer === undefined) return [];
  const left = others.filter((other) => other !== issuer);
  return [issuer, ...issuersOf(issuer, left)];
}

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  // Signed documents are kept for years; 2048 bits are good until 2030 (NIST SP 800-57).
  modulusLength: 3_072,
  publicExponent: Uint8Array.of(1, 0, 1),
};
const NAME = 'CN=Verification service (self-signed)';
// Earlier than any report, because a signature carries the time of its report; the end is unlimited (RFC 5280,
// 4.1.2.5).
const NOT_BEFORE = new Date('2026-01-01T00:00:00Z');
const NOT_AFTER = new Date('9999-12-31T23:59:59Z');

/**
 * Generates a key and a self-signed certificate, in PEM, for non-repudiation signatures. Nobody vouches for it, and PDF
 * readers say so.
 */
export async function makeIdentity(): Promise<string> {
  // Imported here because it is used once in the life of a database: every start would pay for loading it.
  const { KeyUsageFlags, KeyUsagesExtension, X509CertificateGenerator } = await import('@peculiar/x509');
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const usage = KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation;
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: NAME,
    notBefore: NOT_BEFORE,
    notAfter: NOT_AFTER,
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new KeyUsagesExtension(usage, true)],
  });
  const key = createPrivateKey({
    key: Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
    format: 'der',
    type: 'pkcs8',
  });
  return `${key.export({ format: 'pem', type: 'pkcs8' })}${certificate.toString('pem')}\n`;
}
