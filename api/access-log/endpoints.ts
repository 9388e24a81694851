import { ACCESS_ACTORS, ACCESS_ACTS, ACCESS_CHANNELS } from '../../shared/domain/access-kinds.js';
import type { WireAccess } from '../../shared/wire/access-log.js';
import { ENTRY_NO, entryProof } from '../evidence/describe-proof.js';
import { feature } from '../http/endpoint.js';
import type { OperationDescription } from '../openapi/describe.js';
import { PAGE_PARAMETERS, page, pageResponse, periodParameters } from '../openapi/lists.js';
import {
  exampleId,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  text,
} from '../openapi/schemas.js';
import { listAccesses, ofAnyClient, ofTheirOwn, proveAccess } from './list-accesses.js';
import { ACCESS_CSV } from './present-access.js';

const EXAMPLE: WireAccess = {
  entry_no: 7,
  created_at: '2026-09-01T08:00:00.123Z',
  actor: exampleId('user'),
  actor_kind: 'user',
  actor_name: 'person@example.test',
  person: 'A Person',
  act: 'report',
  request_id: exampleId('verification'),
  service_code: 'said_verification',
  channel: 'portal',
  ip_address: '203.0.113.9',
};

const client = { id: { description: 'The `client_id`.', schema: id('client') } };

function accessOperation(
  operation: Pick<OperationDescription, 'operationId' | 'summary' | 'access'>,
): OperationDescription {
  return {
    ...operation,
    description:
      'Newest first, including access by staff of the service. Entries are written before anything is shown, are hash-chained, and can be neither changed nor removed.',
    query: {
      ...PAGE_PARAMETERS,
      request_id: { description: 'Of this verification.', schema: id('verification') },
      person: {
        description:
          'By this user or key: an e-mail address, a name, or an id; `system` for commands on the server.',
        schema: text(254),
      },
      ...periodParameters('Opened'),
    },
    responses: {
      200: pageResponse(named('AccessPage'), { data: [EXAMPLE], next_cursor: null }, ACCESS_CSV),
    },
  };
}

/** Who looked at what: for the client whose subjects were looked at, for auditors, never for a key (contract 11). */
export const accessLogFeature = feature({
  tag: {
    name: 'Access log',
    description: 'Who opened personal data: every report, photograph, PDF, file and export.',
  },
  schemas: {
    Access: object<WireAccess>({
      entry_no: integer(1, 2_147_483_647, { description: 'Gapless sequence number per client.' }),
      created_at: moment(),
      actor: text(40, { description: 'Id of the user or API key, or `system` for a command on the server.' }),
      actor_kind: oneOfWords(ACCESS_ACTORS),
      actor_name: nullable(
        text(254, {
          description:
            'Current e-mail address of the user, or name of the key. Not shown to clients for staff.',
        }),
      ),
      person: nullable(
        text(200, {
          description:
            'The current name of that user; null for a key, and if none is known. Not shown to clients for staff.',
        }),
      ),
      act: oneOfWords(ACCESS_ACTS, {
        description:
          'What was opened: a report that contains a finding, its PDF, a photograph, a CSV file of many (the history, a batch, the review desk), a case at the review desk, an unmasked subject, or an export of everything held on a person.',
      }),
      request_id: nullable(
        id('verification', { description: 'Null for a file that covers many verifications.' }),
      ),
      service_code: nullable(text(40, { description: 'The service that was requested.' })),
      channel: oneOfWords(ACCESS_CHANNELS),
      ip_address: nullable(text(45, { description: 'Shown to a client as null for staff.' })),
    }),
    AccessPage: page<WireAccess>(named('Access')),
  },
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/access-log',
      ...accessOperation({
        operationId: 'listAccesses',
        summary: 'List access to personal data',
        access: { act: 'read_access_log' },
      }),
      handle: (deps) => listAccesses(deps, ofTheirOwn),
    },
    {
      method: 'get',
      path: '/api/v1/access-log/:entry_no/evidence.tlog-proof',
      inPath: ENTRY_NO,
      ...entryProof(
        {
          operationId: 'getAccessProof',
          summary: 'Read the proof that an access is in the log',
          access: { act: 'read_access_log' },
        },
        'For access by staff, and for every entry after one, it contains only the `entry`: the record says where staff connected from, and against the `previous_hash` of any later one that could be guessed. ',
      ),
      handle: (deps) => proveAccess(deps, ofTheirOwn),
    },
    {
      method: 'get',
      path: '/api/v1/admin/clients/:id/access-log/:entry_no/evidence.tlog-proof',
      inPath: { ...client, ...ENTRY_NO },
      belowClient: true,
      ...entryProof({
        operationId: 'getClientAccessProof',
        summary: 'Read the proof that an access to a client’s data is in the log',
        access: { act: 'read_audit_log' },
      }),
      handle: (deps) => proveAccess(deps, ofAnyClient),
    },
    {
      method: 'get',
      path: '/api/v1/admin/clients/:id/access-log',
      inPath: client,
      belowClient: true,
      ...accessOperation({
        operationId: 'listClientAccesses',
        summary: 'List access to the personal data of a client',
        access: { act: 'read_audit_log' },
      }),
      handle: (deps) => listAccesses(deps, ofAnyClient),
    },
  ],
});
