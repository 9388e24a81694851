import { record } from '../facts/fact.js';
import { LIFE } from './register-facts.js';
import { check, IDENTITY_NUMBER } from './service.js';

export const aliveStatus = check({
  code: 'alive_status',
  label: 'Alive/Deceased Status (Real-Time)',
  category: 'Identity',
  description:
    'Checks in real time with the national population register whether a death is recorded under an identity number. Use it before paying out a pension, policy or benefit.',
  input: IDENTITY_NUMBER,
  source: 'national population register, deaths, real-time',
  provider: 'upstream',
  facts: record('Life status', LIFE),
  finding: { outcome: 'positive', label: 'The person is recorded as alive' },
});
