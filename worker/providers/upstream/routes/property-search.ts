import { count } from './count.js';
import { factsOf } from './facts-on-wire.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const FACTS = factsOf('property_search');

/** property_search: the properties registered to an identity number. */
export const propertySearch: Route = {
  path: '/property-search',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: FACTS,
      noRecordLabel: 'No property record for this identity number',
      interpret: (details, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? `Property record found: ${count(details.properties, 'property', 'properties')}`
          : 'No property is registered to this identity number',
        details,
      }),
    }),
};
