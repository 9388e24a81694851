import { concat, fromBase64Url } from './bytes.js';

const { subtle } = globalThis.crypto;
/** How PDF reports are signed. */
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** The Ed25519 keys of a JWK set, by id. */
export function readKeys(text) {
  const { keys } = JSON.parse(text);
  return keys.filter(({ crv }) => crv === 'Ed25519').map(({ kid, x }) => ({ kid, bytes: fromBase64Url(x) }));
}

export async function sha256(...parts) {
  return new Uint8Array(await subtle.digest('SHA-256', concat(...parts)));
}

/** Whether the message was signed with the private half of this Ed25519 key. */
export async function isSignedBy(publicKey, message, signature) {
  const key = await subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  return subtle.verify({ name: 'Ed25519' }, key, signature, message);
}

/** The same for an RSA key, given as the SubjectPublicKeyInfo of a certificate. */
export async function isSignedByRsa(publicKeyInfo, message, signature) {
  const key = await subtle.importKey('spki', publicKeyInfo, RSA, false, ['verify']);
  return subtle.verify(RSA, key, signature, message);
}
