import { randomBytes } from 'node:crypto';
import type { Keyring } from '../crypto/keyring.js';
import { type Place, sealUnderRing, unsealUnderRing } from '../crypto/seal.js';

// Standard Webhooks allows 24 to 64 bytes.
const SECRET_BYTES = 32;
const MARK = 'whsec_';

/** Generates a signing secret for an endpoint: in the form its owner sees this once, and sealed for its row. */
export function createWebhookSecret(ring: Keyring, endpointId: string): { secret: string; sealed: Buffer } {
  const bytes = randomBytes(SECRET_BYTES);
  return { secret: toText(bytes), sealed: sealUnderRing(ring, bytes, placeOf(endpointId)) };
}

/**
 * Opens an endpoint's sealed signing secrets, one or several; `whsec_` and base64, the format of Standard Webhooks.
 * Throws SealError.
 */
export function openWebhookSecrets(ring: Keyring, sealed: Buffer, endpointId: string): string[] {
  const bytes = unsealUnderRing(ring, sealed, placeOf(endpointId));
  return Array.from({ length: bytes.length / SECRET_BYTES }, (_, index) =>
    toText(bytes.subarray(index * SECRET_BYTES, (index + 1) * SECRET_BYTES)),
  );
}

/** Seals the first `most` of several secrets of an endpoint, given sealed, as one value. Throws SealError. */
export function joinWebhookSecrets(
  ring: Keyring,
  sealed: readonly Buffer[],
  endpointId: string,
  most: number,
): Buffer {
  const place = placeOf(endpointId);
  const all = Buffer.concat(sealed.map((one) => unsealUnderRing(ring, one, place)));
  return sealUnderRing(ring, all.subarray(0, most * SECRET_BYTES), place);
}

function toText(bytes: Buffer): string {
  return MARK + bytes.toString('base64');
}

// The current and the previous secrets share one place: a rotation moves the sealed bytes from one column to the other.
function placeOf(endpointId: string): Place {
  return { table: 'webhook_endpoints', column: 'secret_sealed', id: endpointId };
}
