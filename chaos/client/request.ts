import { findService } from '../../shared/services/index.js';
import type { Random } from '../random.js';

/** One request of a client, with everything its client was told about it. */
export interface ClientRequest {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The index of the client that sends it. */
  client: number;
  /** Every id it was given in an answer. There must be at most one. */
  readonly ids: Set<string>;
  /** Answers by status, and `lost` for those that never came. */
  readonly answers: Record<string, number>;
}

/** Single services and a bundle, on several of the provider's routes. */
const SERVICES = ['said_verification', 'consumer_trace', 'vehicle_check', 'cipc_company', 'kyc_bundle'];

/** A request for any service, with a positive subject. */
export function anyRequest(key: string, random: Random): ClientRequest {
  const code = random.pick(SERVICES);
  return newRequest(key, code, findService(code)?.input.example ?? '');
}

/** A request for a service and a subject; docs/sandbox.md lists the outcomes of subjects. */
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
