import type { CheckCode } from '../../../../shared/services/index.js';

/** What the fixtures about one person in the population register mean, by check. */
export const REGISTER_CASES: readonly [fixture: string, check: CheckCode, expected: string][] = [
  [
    'verify/identity-positive',
    'identity_check',
    'positive: Identity confirmed by the population register, with an ID photograph',
  ],
  [
    'verify/identity-without-photo',
    'identity_check',
    'positive: Identity confirmed by the population register, without an ID photograph',
  ],
  [
    'verify/identity-negative',
    'identity_check',
    'negative: Identity number not confirmed by the population register',
  ],
  [
    'verify/identity-deceased',
    'identity_check',
    'negative: Identity number found; the person is recorded as deceased',
  ],
  [
    'verify/identity-deceased-no-match',
    'identity_check',
    'negative: Identity number not confirmed by the population register; the person is recorded as deceased',
  ],
  ['verify/identity-wrong-id-number', 'identity_check', 'uncertain: wrong_subject'],
  ['verify/identity-missing-id-number', 'identity_check', 'uncertain: wrong_schema'],
  ['verify/identity-missing-data', 'identity_check', 'uncertain: wrong_schema'],
  [
    'verify/identity-null-field',
    'identity_check',
    'positive: Identity confirmed by the population register, without an ID photograph',
  ],
  ['verify/identity-impossible-date', 'identity_check', 'uncertain: wrong_schema'],
  ['verify/identity-alive-with-date-of-death', 'identity_check', 'uncertain: wrong_schema'],
  ['verify/identity-no-record-but-deceased', 'identity_check', 'uncertain: wrong_schema'],
  ['verify/identity-photo-not-base64', 'identity_check', 'uncertain: wrong_schema'],
  ['verify/identity-photo-not-jpeg', 'identity_check', 'uncertain: wrong_schema'],
  [
    'verify/identity-echoes-in-text',
    'identity_check',
    'positive: Identity confirmed by the population register, without an ID photograph',
  ],
  [
    'verify/identity-unknown-fields',
    'identity_check',
    'positive: Identity confirmed by the population register, with an ID photograph',
  ],
  [
    'verify/said-positive',
    'said_verification',
    'positive: Identity number confirmed by the population register',
  ],
  [
    'verify/said-negative',
    'said_verification',
    'negative: Identity number not confirmed by the population register',
  ],
  [
    'verify/said-deceased',
    'said_verification',
    'negative: Identity number found; the person is recorded as deceased',
  ],
  [
    'verify/register-every-fact',
    'said_verification',
    'negative: Identity number found; the person is recorded as deceased',
  ],
  [
    'verify/register-every-fact',
    'identity_check',
    'negative: Identity number found; the person is recorded as deceased',
  ],
  [
    'verify/said-with-photo',
    'said_verification',
    'positive: Identity number confirmed by the population register',
  ],
  ['verify/marital-positive', 'marital_status', 'positive: Marital status found in the population register'],
  [
    'verify/marital-not-stated',
    'marital_status',
    'positive: Identity number found, with no marital status recorded',
  ],
  [
    'verify/marital-negative',
    'marital_status',
    'negative: Identity number not confirmed by the population register',
  ],
  [
    'verify/marital-deceased',
    'marital_status',
    'positive: Marital status found in the population register; the person is recorded as deceased',
  ],
  ['verify/alive-positive', 'alive_status', 'positive: The person is recorded as alive'],
  ['verify/alive-not-stated', 'alive_status', 'positive: Identity number found, with no death recorded'],
  [
    'verify/alive-negative',
    'alive_status',
    'negative: Identity number not confirmed: life status not established',
  ],
  ['verify/alive-deceased', 'alive_status', 'negative: The person is recorded as deceased'],
  ['verify/alive-date-of-death-only', 'alive_status', 'negative: The person is recorded as deceased'],
];
