/** One consent, in the words that were shown. */
export interface WireReceiptConsent {
  name: 'authority_confirmed' | 'charge_approved' | 'biometric_consent';
  given: boolean;
  /** Null if it was not asked for, and for consents from before wordings were recorded. */
  wording: string | null;
  /** SHA-256 of the wording in UTF-8. */
  wording_hash: string | null;
}

/** The claims of a consent receipt. */
export interface WireReceipt {
  iss: string;
  iat: number;
  jti: string;
  schema_version: string;
  /** In test mode only: the receipt is about nobody, and the answer is invented (contract 12). */
  mode?: 'test';
  record_id: string;
  request_id: string;
  /** A keyed hash of the subject: it names nobody. */
  pii_principal_id: string;
  pii_controllers: { party_id: string; name: string }[];
  purposes: {
    purpose: string;
    service_code: string;
    service: string;
    source: string;
    lawful_basis: string;
  }[];
  consents: WireReceiptConsent[];
  wording_version: string | null;
  event: { event_time: string; event_type: string; event_state: string; entity_id: string; channel: string };
  price: { credits: number; credits_approved: number | null; price_release: string };
  /** The stored consent: `hash` is SHA-256 over the bytes of `previous_hash` and the canonical JSON of `record`. */
  evidence: { hash: string; previous_hash: string; record: Record<string, unknown> };
}
