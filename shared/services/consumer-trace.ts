import { check, IDENTITY_NUMBER } from './service.js';
import { TRACE_FACTS } from './trace-facts.js';

export const consumerTrace = check({
  code: 'consumer_trace',
  label: 'Consumer/Person Trace',
  category: 'Background',
  description:
    'Asks consumer records for addresses, contact numbers and employers under an identity number. Use it to find or reach a person with whom you have lawful business.',
  input: IDENTITY_NUMBER,
  source: 'consumer contact and employment records',
  provider: 'upstream',
  facts: TRACE_FACTS,
  finding: { outcome: 'positive', label: 'Person traced: 1 address, 1 contact, 1 employer' },
});
