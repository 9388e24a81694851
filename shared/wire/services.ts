import type { InputType } from '../domain/input-type.js';
import type { ParameterName } from '../domain/parameters.js';
import type { CheckCode, ServiceCode } from '../services/index.js';
import type { WireReport } from './report.js';

/** The state of the upstream route, as seen by the workers in the last minutes. */
export type Health = 'operational' | 'degraded' | 'down';

export interface WireService {
  service_code: ServiceCode;
  label: string;
  category: string;
  input: {
    /** The most common of `types`. */
    type: InputType;
    /** Every type of subject the service accepts. */
    types: InputType[];
    /** The name of the input on a form. */
    label: string;
    hint: string;
    example: string;
  };
  /** The charge in this release. */
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
  /** The start of the first day included. */
  since: string;
}

/** One service in full (contract 9). */
export interface WireServiceInFull extends WireService {
  /** What is looked up where, and what it is good for. */
  description: string;
  /** The kind of register or database consulted. */
  source: string;
  /** A JSON Schema of `result.details`; for a bundle, of the details of each of its parts, by code. */
  facts: Record<string, unknown>;
  /** A complete report, about nobody. */
  example: WireReport;
  /** Null while unknown. */
  turnaround: WireTurnaround | null;
}

/** The service list (contract 4.5). */
export interface WireServices {
  /** The price list in force. */
  release: string;
  data: WireService[];
  /** Named in the specification, without a service code: listed, but not available. */
  capabilities: { label: string; state: 'not_connected' }[];
}
