import { date, list, numberOfThing, record, text, word } from '../facts/fact.js';
import { check } from './service.js';

export const cipcCompany = check({
  code: 'cipc_company',
  label: 'Company Verification (company registry)',
  category: 'Company registry',
  description:
    'Looks up a registration number in the company registry. Use it to confirm that a supplier or customer exists, whether it is in business, and who its directors are.',
  input: {
    types: ['company_registration_number'],
    hint: 'Company registration number, YYYY/NNNNNN/NN',
    example: '2000/000001/07',
  },
  source: 'company registry',
  provider: 'upstream',
  facts: record('Company', {
    name: text('Name', 'Sample Traders (Pty) Ltd'),
    registration_number: numberOfThing(
      'Registration number',
      '**********1/07',
      'As returned by the registry, masked.',
    ),
    status: word('Status', 'in business', 'As worded by the registry.'),
    type: word('Type', 'private company', 'As worded by the registry.'),
    registration_date: date('Date of registration', '2000-03-01'),
    directors: list(
      'Directors',
      record('Director', {
        name: text('Name', 'Alpha Specimen'),
        status: word('Status', 'active', 'As worded by the registry.'),
      }),
    ),
  }),
  finding: { outcome: 'positive', label: 'Company found in the registry; its status is in the details' },
});
