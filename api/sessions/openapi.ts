import type { WireSession } from '../../shared/wire/session.js';
import { json, type PathDescription } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { arrayOf, exampleId, id, named, object } from '../openapi/schemas.js';
import { EXAMPLE_SESSION } from '../second-factor/openapi-schemas.js';
import { NoFields } from '../validation/no-fields.js';

const NOTHING = { schema: bodySchema(NoFields), examples: { nothing: {} }, required: false };

/** Describes where the own account is signed in. */
export const SESSION_PATHS: Readonly<Record<string, PathDescription>> = {
  '/api/v1/me/sessions': {
    operations: {
      get: {
        operationId: 'listSessions',
        summary: 'List where the own account is signed in',
        access: { act: 'manage_own_account' },
        responses: {
          200: {
            description: 'The newest first.',
            content: json(object<{ data: WireSession[] }>({ data: arrayOf(named('Session'), 500) }), {
              sessions: { data: [EXAMPLE_SESSION] },
            }),
          },
        },
      },
      delete: {
        operationId: 'endOtherSessions',
        summary: 'Sign out everywhere else',
        description: 'Ends every sign-in of the own account but the one that asks.',
        access: { act: 'manage_own_account' },
        body: NOTHING,
        responses: { 204: { description: 'Ended.' } },
      },
    },
  },
  '/api/v1/me/sessions/:id': {
    parameters: {
      id: { description: 'The `session_id`.', schema: id('session'), example: exampleId('session') },
    },
    operations: {
      delete: {
        operationId: 'endSession',
        summary: 'End one sign-in',
        description: 'Its token is dead from now on, on every API process. A second time is a 204 too.',
        access: { act: 'manage_own_account' },
        body: NOTHING,
        responses: { 204: { description: 'Ended.' } },
      },
    },
  },
};
