import { INPUT_TYPES, type InputType, type SubjectInput } from './input-type.js';
import {
  cleanCompanyRegistrationNumber,
  resemblesCompanyNumber,
} from './input-types/company-registration-number.js';
import { cleanContactNumber } from './input-types/contact-number.js';
import { cleanIdentityNumber } from './input-types/identity-number.js';
import { cleanName, cleanSubmittedName } from './input-types/name.js';
import { cleanRefugeeFileNumber } from './input-types/refugee-file-number.js';
import type { InputRule } from './input-types/rule.js';
import { cleanVehicleRegistrationNumber } from './input-types/vehicle-registration-number.js';

export { cleanVin } from './input-types/vin.js';

/** The type a subject was accepted as, with the form sent upstream, or the fault of the field `subject`. */
export type CleanedSubject =
  | { ok: true; type: InputType; value: string }
  | { ok: false; code: string; message: string };

const RULES: Readonly<Record<InputType, InputRule>> = {
  sa_id_number: cleanIdentityNumber,
  refugee_file_number: cleanRefugeeFileNumber,
  contact_number: cleanContactNumber,
  company_registration_number: cleanCompanyRegistrationNumber,
  vehicle_registration_number: cleanVehicleRegistrationNumber,
  name: cleanName,
};
const RULES_OF_SUBMISSIONS: typeof RULES = { ...RULES, name: cleanSubmittedName };

/**
 * Judges a subject by the input types of its service (contract 4.5). `now` bounds registration years. Never throws for
 * any text; the caller checks the 1–200 characters of contract 4.1. Clean forms are accepted unchanged.
 */
export function cleanSubject(
  { input }: { readonly input: SubjectInput },
  raw: string,
  now: Date,
): CleanedSubject {
  const refusals: Refusal[] = [];
  for (const type of input.types) {
    const judgement = RULES_OF_SUBMISSIONS[type](raw, now);
    if (judgement.ok) return { ok: true, type, value: judgement.value };
    refusals.push({ type, message: judgement.message });
  }
  const { type, message } = probableRefusal(refusals, raw);
  const choice = refusals.length > 1 ? ` This check takes: ${input.hint}.` : '';
  return { ok: false, code: `invalid_${type}`, message: message + choice };
}

/** Returns every distinct clean form the text may have been stored under, whatever the service. */
export function searchForms(raw: string, now: Date): string[] {
  const judgements = INPUT_TYPES.map((type) => RULES[type](raw, now));
  return [...new Set(judgements.flatMap((judgement) => (judgement.ok ? [judgement.value] : [])))];
}

interface Refusal {
  type: InputType;
  message: string;
}

/** The refusal of the type the caller probably meant, which determines the code and the advice. */
function probableRefusal(refusals: readonly Refusal[], raw: string): Refusal {
  const [commonest] = refusals;
  if (commonest === undefined) throw new Error('Bug: a service without an input type');
  const company = refusals.find(({ type }) => type === 'company_registration_number');
  return company !== undefined && resemblesCompanyNumber(raw) ? company : commonest;
}
