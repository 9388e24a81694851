import { bodySchema } from '../../openapi/dto-schema.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import { PAGE_PARAMETERS } from '../../openapi/lists.js';
import { SearchVerificationsBody } from '../history/search-body.js';

/** What can be searched for; every member narrows the list, and without any it is the whole history. */
export const SEARCH_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  SearchVerificationsRequest: bodySchema(SearchVerificationsBody, {
    limit: { description: PAGE_PARAMETERS.limit.description },
    cursor: { description: PAGE_PARAMETERS.cursor.description },
    status: { description: 'Only in this state.' },
    service_code: { description: 'Only for this service.' },
    outcome: { description: 'With this outcome only.' },
    created_from: {
      description:
        'Submitted at this time or later: an RFC 3339 time, or a date, which means the start of that day in UTC.',
      examples: ['2026-09-01', '2026-09-01T08:00:00Z'],
    },
    created_to: {
      description:
        'Submitted at this time or earlier: an RFC 3339 time, or a date, which means the end of that day in UTC. Not before `created_from`.',
      examples: ['2026-09-30', '2026-09-30T08:00:00Z'],
    },
    subject: {
      description: 'Only exactly this subject, in any spelling that a service accepts.',
      examples: ['0001010000071'],
    },
    subject_last4: {
      description: 'Subjects whose masked form, as shown in lists, ends with exactly these four characters.',
      examples: ['0071'],
    },
    reference: { description: 'With exactly this reference.' },
    submitted_by: {
      description: 'From this submitter: e-mail address or name of a user, name of an API key, or an id.',
    },
    idempotency_key: { description: 'The request with this key.' },
  }),
};
