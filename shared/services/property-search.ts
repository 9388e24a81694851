import { date, list, numberOfThing, rand, record, text, textOrNumber } from '../facts/fact.js';
import { check, IDENTITY_NUMBER } from './service.js';

export const propertySearch = check({
  code: 'property_search',
  label: 'Property Search by ID',
  category: 'Property',
  description:
    'Looks up the properties registered to an identity number in the deeds registry. Use it to confirm ownership, or to see what somebody owns before deciding on credit or a claim.',
  input: IDENTITY_NUMBER,
  source: 'deeds registry',
  provider: 'upstream',
  facts: record('Properties', {
    properties: list(
      'Properties',
      record('Property', {
        erf: textOrNumber('Erf', '101', 'The number of the piece of land.'),
        suburb: text('Suburb', 'Placeholder Park'),
        city: text('City', 'Exampleville'),
        title_deed: numberOfThing('Title deed', 'T1/2020'),
        purchase_date: date('Date of purchase', '2020-02-20'),
        purchase_price: rand('Purchase price', 1_250_000),
        share: textOrNumber('Share', '1/2', 'As written by the registry: a fraction in words or a number.'),
      }),
    ),
  }),
  finding: { outcome: 'positive', label: 'Property record found: 1 property' },
});
