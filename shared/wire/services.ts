import type { CheckCode, InputType, ParameterName, ServiceCode } from '../domain/services.js';

/** What the workers saw of the upstream route in the last minutes. */
export type Health = 'operational' | 'degraded' | 'down';

export interface WireService {
  service_code: ServiceCode;
  label: string;
  category: string;
  input: {
    /** The commonest of `types`. */
    type: InputType;
    /** Everything that the service takes as a subject. */
    types: InputType[];
    /** Names the input for a person. */
    label: string;
    hint: string;
    example: string;
  };
  /** The charge of this release. */
  credits: number;
  biometric_consent_required: boolean;
  checks: CheckCode[];
  parameters: ParameterName[];
  state: 'connected';
  health: Health;
}

/** The service list (contract 4.5). */
export interface WireServices {
  /** The price list in force. */
  release: string;
  data: WireService[];
  /** Named by the specification, without a service code: shown, never sold. */
  capabilities: { label: string; state: 'not_connected' }[];
}
