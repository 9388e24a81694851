import { check } from './service.js';
import { TRACE_FACTS } from './trace-facts.js';

export const phoneTrace = check({
  code: 'phone_trace',
  label: 'Trace by Phone',
  category: 'Background',
  description:
    'Looks up a South African phone number in telephone contact records. Use it to check whether a number matches the addresses and employers given with it.',
  input: {
    types: ['contact_number'],
    hint: 'South African phone number, national or international form',
    example: '+27710000001',
  },
  source: 'telephone contact records',
  provider: 'upstream',
  facts: TRACE_FACTS,
  finding: { outcome: 'positive', label: 'Contact number traced: 1 address, 1 contact, 1 employer' },
});
