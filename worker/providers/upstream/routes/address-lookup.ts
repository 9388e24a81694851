import { count } from './count.js';
import { factsOf } from './facts-on-wire.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const FACTS = factsOf('address_lookup');

/** address_lookup: the addresses on record for an identity number. */
export const addressLookup: Route = {
  path: '/address-lookup',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: FACTS,
      noRecordLabel: 'No address record for this identity number',
      interpret: (details, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? `Address record found: ${count(details.addresses, 'address', 'addresses')}`
          : 'No address matches this identity number',
        details,
      }),
    }),
};
