import type { FactorKind } from '../domain/second-factor.js';

/** One thing that a person has beside the password. */
export interface WireFactor {
  factor_id: string;
  kind: FactorKind;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** The second factors of the own account. */
export interface WireSecondFactors {
  /** Whether nothing else works without one. */
  required: boolean;
  factors: WireFactor[];
  recovery_codes_left: number;
}

/** A factor that was just set up; the codes are shown this once, with the first factor. */
export interface WireNewFactor extends WireFactor {
  recovery_codes?: string[];
}

/** The beginning of setting up an app. */
export interface WireTotpSetUp {
  challenge: string;
  expires_in: number;
  /** Base 32, to be typed into an app. */
  secret: string;
  /** The same as an address, for a QR code. */
  otpauth_uri: string;
}

/** The beginning of setting up a passkey, or of signing in with one. */
export interface WirePasskeyQuestion {
  challenge: string;
  expires_in: number;
  /** For `navigator.credentials`. */
  passkey_options: object;
}
