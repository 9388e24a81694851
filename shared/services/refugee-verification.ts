import { date, record, text, word } from '../facts/fact.js';
import { check } from './service.js';

export const refugeeVerification = check({
  code: 'refugee_verification',
  label: 'Refugee / Asylum ID',
  category: 'Identity',
  description:
    'Looks up the permit under a file number in the records of refugees and asylum seekers. Use it before employing or housing somebody who holds a permit instead of an identity document.',
  input: {
    types: ['refugee_file_number'],
    hint: 'File number of the refugee or asylum permit: letters, then digits',
    example: 'PTASYN000000001',
  },
  source: 'refugee and asylum seeker records',
  provider: 'upstream',
  facts: record('Permit', {
    file_number: text('File number', '***********0001', 'As returned by the records, masked.'),
    surname: text('Surname', 'Specimen'),
    forenames: text('Forenames', 'Alpha'),
    permit_status: word('Permit status', 'valid', 'As worded by the records.'),
    valid_until: date('Valid until', '2030-01-31'),
  }),
  finding: {
    outcome: 'positive',
    label: 'Refugee or asylum file confirmed; permit status and validity are in the details',
  },
});
