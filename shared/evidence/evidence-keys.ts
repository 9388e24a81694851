import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Keyring } from '../crypto/keyring.js';

/** An Ed25519 key for evidence. */
export interface EvidenceKey {
  readonly id: string;
  /** The 32 public bytes. */
  readonly publicKey: Buffer;
  sign(message: Buffer): Buffer;
}

/** A public key in the form of RFC 8037. */
export interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/**
 * The keys with which outsiders verify what the service states, separate from every other secret. The first one signs.
 * One key serves receipts, the log and webhooks, because none of the three can be mistaken for another: a JWS is one
 * line of base64url with dots, a checkpoint has three lines, and a webhook begins with `evt_`.
 */
export class EvidenceKeys {
  /** Current key first. */
  readonly all: readonly EvidenceKey[];
  readonly current: EvidenceKey;

  constructor(ring: Keyring) {
    this.all = ring.all.map(({ id, key }) => evidenceKey(id, key));
    const [current] = this.all;
    if (current === undefined) throw new Error('Evidence needs at least one key');
    this.current = current;
  }

  /** The current key and the previous one: a verifier that knows only the other one keeps working during rotation. */
  get signers(): readonly EvidenceKey[] {
    return this.all.slice(0, 2);
  }

  /** The public keys, including those that no longer sign. */
  publicJwks(): PublicJwk[] {
    return this.all.map(({ id, publicKey }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x: publicKey.toString('base64url'),
      kid: id,
      use: 'sig',
      alg: 'EdDSA',
    }));
  }
}

// RFC 8410: the PKCS #8 prefix of the 32 bytes of an Ed25519 private key.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function evidenceKey(id: string, seed: KeyObject): EvidenceKey {
  const der = Buffer.concat([PKCS8_HEAD, seed.export()]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    id,
    publicKey: Buffer.from(x, 'base64url'),
    sign: (message) => sign(null, message, privateKey),
  };
}
