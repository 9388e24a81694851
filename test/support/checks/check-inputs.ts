import type { InputType } from '../../../shared/domain/input-type.js';
import { CHECKS, type CheckCode, checkOf } from '../../../shared/services/index.js';
import type { CheckInput } from '../../../worker/providers/types.js';

/** Normalised synthetic subjects, one per input type; the provider fixtures are about these. */
export const SUBJECTS: Readonly<Record<InputType, string>> = {
  sa_id_number: '0001010000071',
  refugee_file_number: 'PTASYN000000001',
  contact_number: '+27710000001',
  company_registration_number: '2000/000001/07',
  vehicle_registration_number: 'TST001GP',
  name: 'Test Subject One',
};

/** The checks that the provider of the specification answers. */
export const UPSTREAM_CHECKS: readonly CheckCode[] = CHECKS.filter(
  ({ provider }) => provider === 'upstream',
).map(({ code }) => code);

/** A check of a service about its synthetic subject. */
export function checkInput(serviceCode: CheckCode, overrides: Partial<CheckInput> = {}): CheckInput {
  const inputType = overrides.inputType ?? checkOf(serviceCode).input.types[0] ?? 'sa_id_number';
  return {
    serviceCode,
    inputType,
    subject: SUBJECTS[inputType],
    parameters: {},
    earlierCalls: 0,
    ...overrides,
  };
}
