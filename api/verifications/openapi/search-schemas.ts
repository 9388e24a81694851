import { bodySchema } from '../../openapi/dto-schema.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import { SearchVerificationsBody } from '../search-body.js';

/** What can be searched for; every member narrows the list, and without any it is the whole history. */
export const SEARCH_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  SearchVerificationsRequest: bodySchema(SearchVerificationsBody, {
    limit: {
      description: 'How many entries a page has at most. Without it JSON has 25, and CSV everything.',
    },
    cursor: { description: 'The `next_cursor` of the page before; absent for the first page.' },
    status: { description: 'In this state only.' },
    service_code: { description: 'Of this service only.' },
    outcome: { description: 'With this outcome only.' },
    created_from: {
      description: 'Submitted at this moment or later: RFC 3339, or a date, which means its start in UTC.',
      examples: ['2026-09-01', '2026-09-01T08:00:00Z'],
    },
    created_to: {
      description: 'Submitted at this moment or earlier: RFC 3339, or a date, which means its end in UTC.',
      examples: ['2026-09-30', '2026-09-30T08:00:00Z'],
    },
    subject: {
      description: 'Of exactly this subject only, in any spelling that a service accepts.',
      examples: ['0001010000071'],
    },
    subject_last4: {
      description:
        'Of subjects whose masked form ends with exactly these four characters, as lists show them.',
      examples: ['0071'],
    },
    reference: { description: 'With exactly this reference.' },
    submitted_by: {
      description: 'Of this submitter: e-mail address of a user, name of an API key, or an id.',
    },
    idempotency_key: { description: 'The one with this key.' },
  }),
};
