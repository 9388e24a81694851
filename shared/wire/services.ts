import type { InputType } from '../domain/input-type.js';
import type { ParameterName } from '../domain/parameters.js';
import type { CheckCode, ServiceCode } from '../services/index.js';
import type { WireReport } from './report.js';

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

/** How long completed verifications of the last seven days took. */
export interface WireTurnaround {
  p50_ms: number;
  p95_ms: number;
  /** The start of the first day that counts. */
  since: string;
}

/** One service in full (contract 9). */
export interface WireServiceInFull extends WireService {
  /** What is asked where, and what it is good for. */
  description: string;
  /** The kind of register or database that is asked. */
  source: string;
  /** A JSON Schema: of `result.details`, or for a bundle of the details of each of its parts by its code. */
  facts: Record<string, unknown>;
  /** A whole report, about nobody. */
  example: WireReport;
  /** Null while nothing is known. */
  turnaround: WireTurnaround | null;
}

/** The service list (contract 4.5). */
export interface WireServices {
  /** The price list in force. */
  release: string;
  data: WireService[];
  /** Named by the specification, without a service code: shown, never sold. */
  capabilities: { label: string; state: 'not_connected' }[];
}
