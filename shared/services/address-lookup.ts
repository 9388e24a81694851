import { check, IDENTITY_NUMBER } from './service.js';
import { TRACE_FACTS } from './trace-facts.js';

export const addressLookup = check({
  code: 'address_lookup',
  label: 'Address Lookup',
  category: 'Background',
  description:
    'Asks consumer address records for the addresses under an identity number. Use it to confirm an address that was given, or to find the latest one on record.',
  input: IDENTITY_NUMBER,
  source: 'consumer address records',
  provider: 'upstream',
  facts: TRACE_FACTS,
  finding: { outcome: 'positive', label: 'Address record found: 1 address' },
});
