import type { Request } from 'express';
import { HashSlots } from '../auth/hash-slots.js';
import { asStaff } from '../deps.js';
import { ENTRY_NO, entryProof } from '../evidence/describe-proof.js';
import { readAct } from '../evidence/disclosed.js';
import { getEntryProof } from '../evidence/get-entry-proof.js';
import { featureWith } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse, periodParameters } from '../openapi/lists.js';
import { id, named, text } from '../openapi/schemas.js';
import { LIMITS_FIELD } from '../spending/schemas.js';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.js';
import { addClient } from './add-client.js';
import { AUDIT_WORD } from './audit-query.js';
import { MAX_NAME } from './clients-query.js';
import { getClient } from './get-client.js';
import { listAuditLog } from './list-audit-log.js';
import { listClients } from './list-clients.js';
import { patchClient } from './patch-client.js';
import { AUDIT_CSV } from './present-audit-entry.js';
import { CLIENTS_CSV } from './present-client.js';
import { AddClientBody, PatchClientBody } from './requests.js';
import { ADMIN_SCHEMAS, EXAMPLE_AUDIT_ENTRY, EXAMPLE_CLIENT } from './schemas.js';
import { WALLET_ENDPOINTS } from './wallet-endpoints.js';

const parameters = { id: { description: 'The `client_id`.', schema: id('client') } };

const WORD = text(60, { pattern: AUDIT_WORD });

const THRESHOLD = {
  description: 'The client is notified when fewer credits are available; null turns this off.',
};
const RETENTION = {
  description:
    'Number of days for which settled verifications keep their personal data; null keeps it until it is erased.',
};

/** What admins do: provision clients, users and staff, manage credits, and read who did what (contract 6). */
export const adminFeature = featureWith(
  // Separate from those of the login, so that admins can help while logins are flooded.
  (deps) => ({ ...deps, slots: new HashSlots() }),
  {
    tag: {
      name: 'Administration',
      description:
        'For admins: clients, accounts, credits and the audit log. Auditors read the same, and change nothing.',
    },
    schemas: ADMIN_SCHEMAS,
    endpoints: [
      {
        method: 'get',
        path: '/api/v1/admin/clients',
        operationId: 'listClients',
        summary: 'List the clients',
        access: { act: 'read_clients' },
        query: {
          ...PAGE_PARAMETERS,
          name_contains: {
            description: 'Only clients whose name contains this, in upper or lower case.',
            schema: text(MAX_NAME),
          },
        },
        responses: {
          200: pageResponse(named('ClientPage'), { data: [EXAMPLE_CLIENT], next_cursor: null }, CLIENTS_CSV),
        },
        handle: listClients,
      },
      {
        method: 'post',
        path: '/api/v1/admin/clients',
        operationId: 'addClient',
        summary: 'Create a client with an empty wallet',
        access: { act: 'manage_clients' },
        body: {
          schema: bodySchema(AddClientBody, {
            low_balance_threshold: THRESHOLD,
            retention_days: RETENTION,
            limits: LIMITS_FIELD,
          }),
          examples: { client: { name: 'Example Client', low_balance_threshold: 100, retention_days: 365 } },
        },
        responses: {
          201: {
            description: 'Created.',
            headers: ['Location'],
            content: json(named('Client'), { client: EXAMPLE_CLIENT }),
          },
        },
        handle: asStaff(addClient),
      },
      {
        method: 'get',
        path: '/api/v1/admin/clients/:id',
        inPath: parameters,
        operationId: 'getClient',
        summary: 'Read a client',
        access: { act: 'read_clients' },
        responses: {
          200: { description: 'The client.', content: json(named('Client'), { client: EXAMPLE_CLIENT }) },
        },
        handle: asStaff(getClient),
      },
      {
        method: 'patch',
        path: '/api/v1/admin/clients/:id',
        inPath: parameters,
        operationId: 'changeClient',
        summary: 'Change, suspend or resume a client',
        description:
          'Omitted members stay unchanged. A suspended client is locked out, starting with its next request. Setting a retention in days erases older data, so it requires a fresh proof of identity.',
        access: { act: 'manage_clients' },
        stepUp: setsRetention,
        body: {
          schema: bodySchema(PatchClientBody, {
            low_balance_threshold: THRESHOLD,
            retention_days: RETENTION,
            limits: LIMITS_FIELD,
          }),
          examples: { suspend: { suspended: true }, rename: { name: 'Example Client' } },
        },
        responses: {
          200: {
            description: 'The current state of the client.',
            content: json(named('Client'), { client: EXAMPLE_CLIENT }),
          },
        },
        handle: asStaff(patchClient),
      },
      ...ACCOUNT_ENDPOINTS,
      ...WALLET_ENDPOINTS,
      {
        method: 'get',
        path: '/api/v1/admin/audit-log',
        operationId: 'listAuditLog',
        summary: 'List the audit log',
        description:
          'Newest first: who did what, when and from where. Entries are hash-chained and can be neither changed nor removed.',
        access: { act: 'read_audit_log' },
        query: {
          ...PAGE_PARAMETERS,
          actor: { description: 'By this user, or `system`.', schema: WORD },
          action: { description: 'Of this kind.', schema: { ...WORD, examples: ['user.suspended'] } },
          target: { description: 'On what has this id.', schema: WORD },
          ...periodParameters('Done'),
        },
        responses: {
          200: pageResponse(
            named('AuditPage'),
            { data: [EXAMPLE_AUDIT_ENTRY], next_cursor: null },
            AUDIT_CSV,
          ),
        },
        handle: listAuditLog,
      },
      {
        method: 'get',
        path: '/api/v1/admin/audit-log/:entry_no/evidence.tlog-proof',
        inPath: ENTRY_NO,
        ...entryProof({
          operationId: 'getAuditProof',
          summary: 'Read the proof that an action is in the log',
          access: { act: 'read_audit_log' },
        }),
        handle: asStaff(({ db }) =>
          getEntryProof(() => ({ sql: db, read: (entryNo) => readAct(db, entryNo) })),
        ),
      },
    ],
  },
);

/** Whether personal data is to be erased by age from now on. */
function setsRetention(req: Request): boolean {
  return typeof (req.body as { retention_days?: unknown }).retention_days === 'number';
}
