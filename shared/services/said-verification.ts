import { record } from '../facts/fact.js';
import { PERSON } from './register-facts.js';
import { check, IDENTITY_NUMBER } from './service.js';

export const saidVerification = check({
  code: 'said_verification',
  label: 'SA ID (Basic)',
  category: 'Identity',
  description:
    'Checks with the national population register whether an identity number exists, and to whom it belongs. Use it to confirm the number and names given by an applicant.',
  input: IDENTITY_NUMBER,
  source: 'national population register',
  provider: 'upstream',
  facts: record('Identity', PERSON),
  finding: { outcome: 'positive', label: 'Identity number confirmed by the population register' },
});
