import { date, list, numberOfThing, record, text, word } from '../facts/fact.js';

const LAST_SEEN = date('Last seen', '2026-05-01', 'When the source last updated it.');

/** Where a person lives, works and can be reached: the facts that trace, address and phone look-ups share. */
export const TRACE_FACTS = record('Trace', {
  addresses: list(
    'Addresses',
    record('Address', {
      line: text('Street address', '1 Example Street'),
      suburb: text('Suburb', 'Placeholder Park'),
      city: text('City', 'Exampleville'),
      province: text('Province', 'Gauteng'),
      postal_code: numberOfThing('Postal code', '0001'),
      last_seen: LAST_SEEN,
    }),
  ),
  contacts: list(
    'Contacts',
    record('Contact', {
      type: word('Kind', 'mobile', 'For example a mobile or a work number, as the source words it.'),
      number: numberOfThing('Number', '+27710000001'),
      last_seen: LAST_SEEN,
    }),
  ),
  employers: list(
    'Employers',
    record('Employer', { name: text('Name', 'Sample Traders (Pty) Ltd'), last_seen: LAST_SEEN }),
  ),
});
