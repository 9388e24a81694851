import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Keyring } from '../crypto/keyring.js';

/** An Ed25519 key of the evidence. */
export interface EvidenceKey {
  readonly id: string;
  /** The 32 bytes that everybody may know. */
  readonly publicKey: Buffer;
  sign(message: Buffer): Buffer;
}

/** A public key as RFC 8037 writes it. */
export interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/**
 * The keys by which outsiders check what the service says, apart from every other secret. The first one signs. One key
 * serves for receipts, the log and webhooks, because none of the three can be taken for another: a JWS is one line of
 * base64url around dots, a checkpoint has three lines, and a webhook begins with `evt_`.
 */
export class EvidenceKeys {
  /** The current key first. */
  readonly all: readonly EvidenceKey[];
  readonly current: EvidenceKey;

  constructor(ring: Keyring) {
    this.all = ring.all.map(({ id, key }) => evidenceKey(id, key));
    const [current] = this.all;
    if (current === undefined) throw new Error('Evidence needs at least one key');
    this.current = current;
  }

  /** The current key and the one before it: who knows only the other one goes on verifying while keys are changed. */
  get signers(): readonly EvidenceKey[] {
    return this.all.slice(0, 2);
  }

  /** The public keys, also of those that no longer sign. */
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

// RFC 8410: what stands before the 32 bytes of an Ed25519 private key in PKCS #8.
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
