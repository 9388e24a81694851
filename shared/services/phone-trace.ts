import { check } from './service.js';
import { TRACE_FACTS } from './trace-facts.js';

export const phoneTrace = check({
  code: 'phone_trace',
  label: 'Trace by Phone',
  category: 'Background',
  description:
    'Asks telephone contact records what is on file under a South African phone number. Use it to see whether a number that was given fits the addresses and employers that were given with it.',
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
