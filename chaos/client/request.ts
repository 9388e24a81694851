import { findService } from '../../shared/services/index.js';
import type { Random } from '../random.js';

/** One request of a client, with everything that its client has been told about it. */
export interface ClientRequest {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Which of the clients of the run sends it. */
  client: number;
  /** Every id that an answer gave it. There must be one at most. */
  readonly ids: Set<string>;
  /** Answers by status, and `lost` for each that never came. */
  readonly answers: Record<string, number>;
}

/** Single services and a bundle, on several routes of the provider. */
const SERVICES = ['said_verification', 'consumer_trace', 'vehicle_check', 'cipc_company', 'kyc_bundle'];

/** A request for any service, with a subject that is positive. */
export function anyRequest(key: string, random: Random): ClientRequest {
  const code = random.pick(SERVICES);
  return newRequest(key, code, findService(code)?.input.example ?? '');
}

/** A request for a service and a subject; docs/sandbox.md says what the subject leads to. */
export function newRequest(key: string, serviceCode: string, subject: string): ClientRequest {
  return {
    key,
    body: {
      service_code: serviceCode,
      subject,
      purpose: 'Check before a synthetic contract',
      authority_confirmed: true,
      charge_approved: true,
    },
    client: 0,
    ids: new Set(),
    answers: {},
  };
}
