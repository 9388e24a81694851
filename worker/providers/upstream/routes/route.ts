import type { JsonObject } from '../../kit/parse-json.js';
import type { CheckInput, Finding, ProviderRequest, UncertainReason } from '../../types.js';

/** The report types of /verify that the specification leaves to the provider ("a real-time report type"). */
export interface ReportTypes {
  maritalStatus: string;
  aliveStatus: string;
}

/** Architecture 5. */
export const DEFAULT_REPORT_TYPES: ReportTypes = {
  maritalStatus: 'home_affairs_marital_status',
  aliveStatus: 'home_affairs_alive_status',
};

/** What an answer says, or why it says nothing for certain. */
export type Reading =
  | { finding: Finding }
  | { uncertain: Extract<UncertainReason, 'inconclusive' | 'wrong_schema' | 'wrong_subject'> };

/** One upstream route: both functions are pure. */
export interface Route {
  /** Relative to PROVIDER_URL; also the name of its circuit. */
  readonly path: `/${string}`;
  body(input: CheckInput, reportTypes: ReportTypes): ProviderRequest['body'];
  normalise(answer: JsonObject, input: CheckInput): Reading;
}
