import { record } from '../facts/fact.js';
import { LIFE, MARRIAGE } from './register-facts.js';
import { check, IDENTITY_NUMBER } from './service.js';

export const maritalStatus = check({
  code: 'marital_status',
  label: 'Marital Status (Real-Time)',
  category: 'Identity',
  description:
    'Retrieves, in real time, the marital status recorded under an identity number in the national population register. Use it where a spouse has to consent, as in property sales, credit and estates.',
  input: IDENTITY_NUMBER,
  source: 'national population register, marital status, real-time',
  provider: 'upstream',
  facts: record('Marital status', {
    id_number: LIFE.id_number,
    surname: LIFE.surname,
    forenames: LIFE.forenames,
    ...MARRIAGE,
    deceased: LIFE.deceased,
    date_of_death: LIFE.date_of_death,
  }),
  finding: { outcome: 'positive', label: 'Marital status found in the population register' },
});
