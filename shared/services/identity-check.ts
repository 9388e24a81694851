import { record } from '../facts/fact.js';
import { PERSON } from './register-facts.js';
import { check, IDENTITY_NUMBER } from './service.js';

export const identityCheck = check({
  code: 'identity_check',
  label: 'ID + Photo (Real-Time)',
  category: 'Identity',
  description:
    'Retrieves, in real time, the person behind an identity number and the ID photograph from the national population register. Use it to recognise somebody, by comparing the photograph with the person in front of you.',
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
