import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';
import { count, TRACE_DATA, traceDetails } from './trace-data.js';

/** address_lookup: the addresses on record for an identity number. */
export const addressLookup: Route = {
  path: '/address-lookup',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: TRACE_DATA,
      noRecordLabel: 'No address record for this identity number',
      interpret: (data, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? `Address record found: ${count(data.addresses ?? [], 'address', 'addresses')}`
          : 'No address matches this identity number',
        details: traceDetails(data),
      }),
    }),
};
