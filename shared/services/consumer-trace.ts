import { check, IDENTITY_NUMBER } from './service.js';
import { TRACE_FACTS } from './trace-facts.js';

export const consumerTrace = check({
  code: 'consumer_trace',
  label: 'Consumer/Person Trace',
  category: 'Background',
  description:
    'Looks up the addresses, contact numbers and employers recorded under an identity number in consumer records. Use it to find or reach a person with whom you have lawful business.',
  input: IDENTITY_NUMBER,
  source: 'consumer contact and employment records',
  provider: 'upstream',
  facts: TRACE_FACTS,
  finding: { outcome: 'positive', label: 'Person traced: 1 address, 1 contact, 1 employer' },
});
