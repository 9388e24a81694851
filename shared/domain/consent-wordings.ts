import type { InputType } from './input-type.js';

/** What a client confirms when it submits a check. */
export type ConsentName = 'authority_confirmed' | 'charge_approved' | 'biometric_consent';

/** Must change with any wording below; it is stored in each consent, and earlier versions stay available. */
export const CONSENT_WORDINGS_VERSION = '2026-12';

const ABOUT_THINGS: readonly InputType[] = ['company_registration_number', 'vehicle_registration_number'];

type Wordings = Readonly<Record<ConsentName, string>>;

/** By version: the receipt of an old consent quotes what was shown then. */
const VERSIONS: Readonly<Record<string, (type: InputType, credits: number) => Wordings>> = {
  [CONSENT_WORDINGS_VERSION]: (type, credits) => ({
    authority_confirmed: ABOUT_THINGS.includes(type)
      ? 'My organisation may lawfully make this check for the purpose above.'
      : 'The person has agreed to this check, or the law allows it for the purpose above.',
    charge_approved: `I approve the charge of ${counted(credits)}. It is taken for every answer, even when the source has no record.`,
    biometric_consent:
      'The person has explicitly agreed that their ID photograph is fetched and shown in the report. This is biometric information.',
  }),
  '2026-11': (type, credits) => ({
    authority_confirmed: ABOUT_THINGS.includes(type)
      ? 'My organisation may lawfully make this check for the purpose above.'
      : 'The person has agreed to this check, or the law allows it for the purpose above.',
    charge_approved: `I approve the charge of ${counted(credits)}. It is taken for every answer, also when the source has no record.`,
    biometric_consent:
      'The person has explicitly agreed that their ID photograph is fetched and shown in the report. This is biometric information.',
  }),
};

function counted(credits: number): string {
  return `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** Returns the sentences of this release: the portal shows them, and an API caller confirms them with its flags. */
export function consentWordings(type: InputType, credits: number): Wordings {
  const wordings = wordingsOf(CONSENT_WORDINGS_VERSION, type, credits);
  if (wordings === undefined) throw new Error('Bug: the current wordings have no text');
  return wordings;
}

/** Returns the sentences of a version, or undefined if this release does not know it. */
export function wordingsOf(version: string, type: InputType, credits: number): Wordings | undefined {
  return VERSIONS[version]?.(type, credits);
}
