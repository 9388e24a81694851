import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: Uint8Array.of(1, 0, 1),
};

/** A key with its certificate and that of its issuing authority, in the format of PDF_SIGNING_PEM. */
export async function signingChain(): Promise<string> {
  const makeKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [authority, own] = [await makeKeys(), await makeKeys()];
  const certificate = (name: string, publicKey: webcrypto.CryptoKey) =>
    x509.X509CertificateGenerator.create({
      subject: `CN=${name}`,
      issuer: 'CN=Test authority',
      publicKey,
      signingKey: authority.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [new x509.BasicConstraintsExtension(name === 'Test authority', undefined, true)],
    });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey)).toString('base64');
  const lines = [
    `-----BEGIN PRIVATE KEY-----\n${key.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----`,
    (await certificate('Test signer', own.publicKey)).toString('pem'),
    (await certificate('Test authority', authority.publicKey)).toString('pem'),
  ];
  return `${lines.join('\n')}\n`;
}
