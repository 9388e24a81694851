import type { EvidenceKey } from './evidence-keys.js';

/** Signs claims as a JWS in compact form (RFC 7515, RFC 8037). The same claims and key always give the same text. */
export function signJws(key: EvidenceKey, type: string, claims: object): string {
  const input = [{ alg: 'EdDSA', typ: type, kid: key.id }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${input}.${key.sign(Buffer.from(input)).toString('base64url')}`;
}
