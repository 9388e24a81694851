import type { WireSession } from '../../shared/wire/session.js';
import type { Endpoint } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { EMPTY_BODY } from '../openapi/dto-schema.js';
import { arrayOf, exampleId, id, named, object } from '../openapi/schemas.js';
import { EXAMPLE_SESSION } from '../second-factor/schemas.js';
import { endOtherSessions, endSession } from './end-sessions.js';
import { listSessions } from './list-sessions.js';

/** Where the caller's account is signed in (contract 11). */
export const SESSION_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/v1/me/sessions',
    operationId: 'listSessions',
    summary: 'List your sessions',
    access: { act: 'manage_own_account' },
    responses: {
      200: {
        description: 'The newest first.',
        content: json(object<{ data: WireSession[] }>({ data: arrayOf(named('Session'), 500) }), {
          sessions: { data: [EXAMPLE_SESSION] },
        }),
      },
    },
    handle: listSessions,
  },
  {
    method: 'delete',
    path: '/api/v1/me/sessions',
    operationId: 'endOtherSessions',
    summary: 'Sign out everywhere else',
    description: 'Ends all your sessions except the current one.',
    access: { act: 'manage_own_account' },
    body: EMPTY_BODY,
    responses: { 204: { description: 'Ended.' } },
    handle: endOtherSessions,
  },
  {
    method: 'delete',
    path: '/api/v1/me/sessions/:id',
    inPath: {
      id: { description: 'The `session_id`.', schema: id('session'), example: exampleId('session') },
    },
    operationId: 'endSession',
    summary: 'End a session',
    description: 'Its token is revoked immediately, on every API process. Ending it again is also a 204.',
    access: { act: 'manage_own_account' },
    body: EMPTY_BODY,
    responses: { 204: { description: 'Ended.' } },
    handle: endSession,
  },
];
