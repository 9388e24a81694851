import type { ReportTypes } from '../../../../shared/config/report-types.js';
import type { InputType } from '../../../../shared/domain/input-type.js';
import type { JsonObject } from '../../kit/parse-json.js';
import type { CheckInput, Finding, UncertainReason } from '../../types.js';

/** What an answer says, or why it says nothing for certain. */
export type Reading =
  | { finding: Finding }
  | { uncertain: Extract<UncertainReason, 'inconclusive' | 'wrong_schema' | 'wrong_subject'> };

/** The field of a request that names the subject (architecture 5). */
export const SUBJECT_FIELDS = {
  sa_id_number: 'idNumber',
  refugee_file_number: 'refugeeFileNumber',
  contact_number: 'contactNumber',
  company_registration_number: 'registrationNumber',
  vehicle_registration_number: 'registrationNumber',
  name: 'name',
} as const satisfies Readonly<Record<InputType, string>>;

/** How one check is asked for, and what the answer means. Pure. */
export interface Route {
  /** Relative to PROVIDER_URL; also the name of its circuit. */
  readonly path: `/${string}`;
  /** Selects the report where a path has several. */
  readonly reportType?: (configured: ReportTypes) => string;
  normalise(answer: JsonObject, input: CheckInput): Reading;
}
