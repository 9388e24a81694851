import { generateKeyPairSync, sign } from 'node:crypto';

/** A server certificate trusted only by a test, created on the spot so that no private key is ever stored. */
export interface Certificate {
  key: string;
  cert: string;
}

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const ONE_DAY_MS = 86_400_000;

/** Creates a certificate for the given host names and, unless told otherwise, for the address 127.0.0.1. */
export function selfSignedCertificate(
  names: string[],
  addresses: number[][] = [[127, 0, 0, 1]],
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('test only')))));
  // RFC 5280, 4.1: version 3, serial number, algorithm, issuer, validity, subject, key, extensions.
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(Date.now() - ONE_DAY_MS), utcTime(Date.now() + ONE_DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName(names, addresses))),
  );
  const certificate = sequence(body, ECDSA_WITH_SHA256, bitString(sign('sha256', body, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function subjectAltName(names: string[], addresses: number[][]): Buffer {
  const alternatives = sequence(
    ...names.map((name) => der(0x82, Buffer.from(name))),
    ...addresses.map((address) => der(0x87, Buffer.from(address))),
  );
  return sequence(oid('551d11'), der(0x04, alternatives));
}

/** One DER element: tag, length, content. */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content);
  const length = bytes.length < 128 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

function sequence(...content: Uint8Array[]): Buffer {
  return der(0x30, ...content);
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function bitString(bytes: Uint8Array): Buffer {
  return der(0x03, Buffer.from([0]), bytes);
}

function utcTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
