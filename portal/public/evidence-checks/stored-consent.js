import { canonical } from './canonical-json.js';
import { demand } from './fault.js';
import { publicId } from './public-id.js';

/** The confirmations that every receipt lists. */
const CONSENTS = ['authority_confirmed', 'charge_approved', 'biometric_consent'];
/** Position of the version digit in a UUID: the test side of a client has an 8 there. */
const VERSION_AT = 14;

/**
 * Demands that a receipt says what the stored consent in it says. The log covers that consent alone: whoever holds the
 * key could sign other words for one that witnesses have seen.
 */
export function requireStoredConsent(claims, record) {
  const names = claims.consents.map(({ name }) => name);
  const fits =
    CONSENTS.every((name) => names.includes(name)) &&
    canonical(repeatedIn(claims)) === canonical(statedBy(record, names));
  demand(fits, 'it says something other than the stored consent in it');
}

/** What the claims repeat of the stored consent: a later release may add others. */
function repeatedIn(claims) {
  const { credits, credits_approved, price_release } = claims.price;
  return {
    ids: [claims.jti, claims.record_id, claims.request_id],
    mode: claims.mode ?? 'live',
    subject: claims.pii_principal_id,
    clients: claims.pii_controllers.map(({ party_id }) => party_id),
    purposes: claims.purposes.map(({ service_code, purpose }) => [service_code, purpose]),
    consents: claims.consents.map(({ name, given }) => [name, given]),
    wordings: claims.wording_version,
    event: [claims.event.event_time, claims.event.entity_id, claims.event.channel],
    price: [credits, credits_approved, price_release],
  };
}

/** The same, out of the record that is hashed, with the confirmations of these names. */
function statedBy(record, names) {
  const id = publicId('ver', record.verification_id);
  return {
    ids: [id, id, id],
    mode: record.client_id[VERSION_AT] === '8' ? 'test' : 'live',
    subject: `hmac-sha256:${record.subject_hash}`,
    clients: [publicId('cli', record.client_id)],
    purposes: [[record.service_code, record.purpose]],
    consents: names.map((name) => [name, record[name] === true]),
    // Consents from before wordings were kept have none.
    wordings: record.wording_version ?? null,
    event: [record.recorded_at, record.recorded_by, record.channel],
    price: [record.credits, record.credits_approved, record.price_release],
  };
}
