import { date, list, numberOfThing, record, text, word } from '../facts/fact.js';
import { check } from './service.js';

export const cipcDirector = check({
  code: 'cipc_director',
  label: 'Director Search (company registry)',
  category: 'Company registry',
  description:
    'Looks up directorships in the company registry, by the identity number of a person or the registration number of a company. Use it to find conflicts of interest, and to see who is behind a company.',
  input: {
    types: ['sa_id_number', 'company_registration_number'],
    hint: 'Identity number of the director, or registration number of the company',
    example: '0001010000071',
  },
  source: 'company registry, directors',
  provider: 'upstream',
  facts: record('Directorships', {
    directorships: list(
      'Directorships',
      record('Directorship', {
        company_name: text('Company', 'Sample Traders (Pty) Ltd'),
        registration_number: numberOfThing('Registration number', '2000/000001/07'),
        status: word('Status', 'active', 'As worded by the registry.'),
        appointed: date('Appointed', '2019-07-01'),
      }),
    ),
  }),
  finding: { outcome: 'positive', label: 'Directorship record found: 1 directorship' },
});
