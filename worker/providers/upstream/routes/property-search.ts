import { amount, either, isoDate, list, object, optional, text } from '../../kit/schema.js';
import type { Gathered } from '../../types.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';
import { count } from './trace-data.js';

const PROPERTY_DATA = object({
  properties: optional(
    list(
      object({
        erf: optional(either(text, amount)),
        suburb: optional(text),
        city: optional(text),
        titleDeed: optional(text),
        purchaseDate: optional(isoDate),
        purchasePrice: optional(amount),
        // A fraction or percentage: registries write both "1/2" and 50.
        share: optional(either(text, amount)),
      }),
    ),
  ),
});

/** property_search: the properties registered to an identity number. */
export const propertySearch: Route = {
  path: '/property-search',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: PROPERTY_DATA,
      noRecordLabel: 'No property record for this identity number',
      interpret: ({ properties }, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? `Property record found: ${count(properties ?? [], 'property', 'properties')}`
          : 'No property is registered to this identity number',
        details: {
          properties: properties?.map(({ titleDeed, purchaseDate, purchasePrice, ...place }) => ({
            erf: place.erf,
            suburb: place.suburb,
            city: place.city,
            title_deed: titleDeed,
            purchase_date: purchaseDate,
            purchase_price: purchasePrice,
            share: place.share,
          })),
        } satisfies Gathered<'property_search'>,
      }),
    }),
};
