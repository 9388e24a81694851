import { concat, fromBase64Url } from './bytes.js';
import { Unable } from './fault.js';

const NO_WEB_CRYPTO =
  'It may be genuine: browsers check signatures only in pages that came by https. Open this page by https.';
const NO_ED25519 =
  'It may be genuine: this browser cannot check Ed25519 signatures. Chrome and Edge 137, Firefox 129 and Safari 17 can.';
const ED25519 = { name: 'Ed25519' };
/** How PDF reports are signed. */
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** Throws Unable on pages that came without encryption, which browsers give no cryptography. */
function webCrypto() {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) throw new Unable(NO_WEB_CRYPTO);
  return subtle;
}

/** The Ed25519 keys of a JWK set, by id. */
export function readKeys(text) {
  const { keys } = JSON.parse(text);
  return keys.filter(({ crv }) => crv === 'Ed25519').map(({ kid, x }) => ({ kid, bytes: fromBase64Url(x) }));
}

export async function sha256(...parts) {
  return new Uint8Array(await webCrypto().digest('SHA-256', concat(...parts)));
}

/** Whether the message was signed with the private half of this Ed25519 key. Throws Unable where Ed25519 is unknown. */
export async function isSignedBy(publicKey, message, signature) {
  const subtle = webCrypto();
  const key = await subtle.importKey('raw', publicKey, ED25519, false, ['verify']).catch((error) => {
    throw error.name === 'NotSupportedError' ? new Unable(NO_ED25519) : error;
  });
  return subtle.verify(ED25519, key, signature, message);
}

/** The same for an RSA key, given as the SubjectPublicKeyInfo of a certificate. */
export async function isSignedByRsa(publicKeyInfo, message, signature) {
  const subtle = webCrypto();
  const key = await subtle.importKey('spki', publicKeyInfo, RSA, false, ['verify']);
  return subtle.verify(RSA, key, signature, message);
}
