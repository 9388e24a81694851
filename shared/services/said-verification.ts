import { record } from '../facts/fact.js';
import { PERSON } from './register-facts.js';
import { check, IDENTITY_NUMBER } from './service.js';

export const saidVerification = check({
  code: 'said_verification',
  label: 'SA ID (Basic)',
  category: 'Identity',
  description:
    'Asks the national population register whether an identity number exists, and whom it belongs to. Use it to confirm the number and the names that an applicant has given.',
  input: IDENTITY_NUMBER,
  source: 'national population register',
  provider: 'upstream',
  facts: record('Identity', PERSON),
  finding: { outcome: 'positive', label: 'Identity number confirmed by the population register' },
});
