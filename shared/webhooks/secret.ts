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
 * Opens an endpoint's sealed signing secret; `whsec_` and base64, the format of Standard Webhooks. Throws SealError.
 */
export function openWebhookSecret(ring: Keyring, sealed: Buffer, endpointId: string): string {
  return toText(unsealUnderRing(ring, sealed, placeOf(endpointId)));
}

function toText(bytes: Buffer): string {
  return MARK + bytes.toString('base64');
}

// The current and the previous secret share one place: a rotation moves the sealed bytes from one column to the other.
function placeOf(endpointId: string): Place {
  return { table: 'webhook_endpoints', column: 'secret_sealed', id: endpointId };
}
