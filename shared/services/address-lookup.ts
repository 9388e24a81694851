import { check, IDENTITY_NUMBER } from './service.js';
import { TRACE_FACTS } from './trace-facts.js';

export const addressLookup = check({
  code: 'address_lookup',
  label: 'Address Lookup',
  category: 'Background',
  description:
    'Looks up the addresses recorded under an identity number in consumer address records. Use it to confirm an address, or to find the latest one on record.',
  input: IDENTITY_NUMBER,
  source: 'consumer address records',
  provider: 'upstream',
  facts: TRACE_FACTS,
  finding: { outcome: 'positive', label: 'Address record found: 1 address' },
});
