import type { InputType } from '../domain/input-type.js';
import type { Parameters } from '../domain/parameters.js';
import type { Service } from '../services/index.js';

/** A request that may be accepted: every value is in its clean form and valid for the service. */
export interface CreateRequest {
  service: Service;
  credits: number;
  subject: { type: InputType; value: string };
  parameters: Parameters;
  purpose: string;
  reference: string | null;
  duplicates: { refuse: boolean; days: number };
  idempotencyKey: string;
  biometricConsent: boolean;
  creditsApproved: number | null;
}
