/** The types of subject; `input-types.ts` has the rule of each. */
export const INPUT_TYPES = [
  'sa_id_number',
  'refugee_file_number',
  'contact_number',
  'company_registration_number',
  'vehicle_registration_number',
  'name',
] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** The subject types a service accepts, most common first, and how to ask a person for one. */
export interface SubjectInput {
  readonly types: readonly InputType[];
  readonly hint: string;
  readonly example: string;
}
