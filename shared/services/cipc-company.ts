import { date, list, record, text, word } from '../facts/fact.js';
import { check } from './service.js';

export const cipcCompany = check({
  code: 'cipc_company',
  label: 'Company Verification (company registry)',
  category: 'Company registry',
  description:
    'Asks the company registry for the company under a registration number. Use it to see that a supplier or customer exists, whether it is in business, and who directs it.',
  input: {
    types: ['company_registration_number'],
    hint: 'Company registration number, YYYY/NNNNNN/NN',
    example: '2000/000001/07',
  },
  source: 'company registry',
  provider: 'upstream',
  facts: record('Company', {
    name: text('Name', 'Sample Traders (Pty) Ltd'),
    registration_number: text('Registration number', '**********1/07', 'As the registry repeats it, masked.'),
    status: word('Status', 'in business', 'As the registry words it.'),
    type: word('Type', 'private company', 'As the registry words it.'),
    registration_date: date('Date of registration', '2000-03-01'),
    directors: list(
      'Directors',
      record('Director', {
        name: text('Name', 'Alpha Specimen'),
        status: word('Status', 'active', 'As the registry words it.'),
      }),
    ),
  }),
  finding: { outcome: 'positive', label: 'Company found in the registry; its status is in the details' },
});
