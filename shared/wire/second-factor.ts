import type { FactorKind } from '../domain/second-factor.js';

/** One second factor. */
export interface WireFactor {
  factor_id: string;
  kind: FactorKind;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** The second factors of the caller's own account. */
export interface WireSecondFactors {
  /** Whether the account can do nothing else until it has one. */
  required: boolean;
  factors: WireFactor[];
  recovery_codes_left: number;
}

/** A factor just set up; the recovery codes are shown only this once, with the first factor. */
export interface WireNewFactor extends WireFactor {
  recovery_codes?: string[];
}

/** The first step of setting up an app. */
export interface WireTotpSetUp {
  challenge: string;
  expires_in: number;
  /** Base 32, to be typed into an app. */
  secret: string;
  /** The secret as a URI, for a QR code. */
  otpauth_uri: string;
}

/** The first step of setting up a passkey, or of signing in with one. */
export interface WirePasskeyQuestion {
  challenge: string;
  expires_in: number;
  /** For `navigator.credentials`. */
  passkey_options: object;
}
