import { record } from '../facts/fact.js';
import { PERSON } from './register-facts.js';
import { check, IDENTITY_NUMBER } from './service.js';

export const identityCheck = check({
  code: 'identity_check',
  label: 'ID + Photo (Real-Time)',
  category: 'Identity',
  description:
    'Asks the national population register, in real time, for the person behind an identity number and for the ID photograph. Use it where somebody has to be recognised: the photograph is compared with the person in front of you.',
  input: IDENTITY_NUMBER,
  biometricConsentRequired: true,
  source: 'national population register, with photograph, real-time',
  provider: 'upstream',
  facts: record('Identity', PERSON),
  finding: {
    outcome: 'positive',
    label: 'Identity confirmed by the population register, with an ID photograph',
  },
});
