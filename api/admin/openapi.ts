import { PROPOSED } from '../approvals/openapi.js';
import { type FeatureDescription, json } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse, periodParameters } from '../openapi/lists.js';
import { id, named, text } from '../openapi/schemas.js';
import { LIMITS_FIELD } from '../spending/openapi.js';
import { IDEMPOTENCY_KEY } from '../validation/idempotency-key.js';
import { EXAMPLE_ENTRY, entriesOperation, walletOperation } from '../wallet/openapi.js';
import { ACCOUNT_PATHS } from './openapi-accounts.js';
import { ADMIN_SCHEMAS, EXAMPLE_AUDIT_ENTRY, EXAMPLE_CLIENT } from './openapi-schemas.js';
import { AUDIT_CSV } from './present-audit-entry.js';
import { CLIENTS_CSV } from './present-client.js';
import { AddClientBody, MoveCreditsBody, PatchClientBody } from './requests.js';

const parameters = { id: { description: 'The `client_id`.', schema: id('client') } };

const WORD = text(60, { pattern: '^[a-z0-9_.]{1,60}$' });

const THRESHOLD = {
  description: 'The client is told when fewer credits are available; null switches that off.',
};
const RETENTION = {
  description:
    'Days that settled verifications keep their personal data; null keeps them until they are erased.',
};

/** Describes what admins do. */
export const adminDescription: FeatureDescription = {
  tag: {
    name: 'Administration',
    description:
      'For admins: clients, accounts, credits and the audit log. Auditors read the same, and change nothing.',
  },
  schemas: ADMIN_SCHEMAS,
  paths: {
    '/api/v1/admin/clients': {
      operations: {
        get: {
          operationId: 'listClients',
          summary: 'List the clients',
          access: { act: 'read_clients' },
          query: PAGE_PARAMETERS,
          responses: {
            200: pageResponse(
              named('ClientPage'),
              { data: [EXAMPLE_CLIENT], next_cursor: null },
              CLIENTS_CSV,
            ),
          },
        },
        post: {
          operationId: 'addClient',
          summary: 'Create a client with an empty wallet',
          access: { act: 'manage_clients' },
          body: {
            schema: bodySchema(AddClientBody, {
              low_balance_threshold: THRESHOLD,
              retention_days: RETENTION,
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
        },
      },
    },
    '/api/v1/admin/clients/:id': {
      parameters,
      operations: {
        get: {
          operationId: 'getClient',
          summary: 'Read a client',
          access: { act: 'read_clients' },
          responses: {
            200: { description: 'The client.', content: json(named('Client'), { client: EXAMPLE_CLIENT }) },
          },
        },
        patch: {
          operationId: 'changeClient',
          summary: 'Change, suspend or resume a client',
          description: 'What is left out stays. A suspended client is locked out from the next request.',
          access: { act: 'manage_clients' },
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
              description: 'The client as it is now.',
              content: json(named('Client'), { client: EXAMPLE_CLIENT }),
            },
          },
        },
      },
    },
    ...ACCOUNT_PATHS,
    '/api/v1/admin/clients/:id/credits': {
      parameters,
      operations: {
        post: {
          operationId: 'moveCredits',
          summary: 'Add or take credits',
          description:
            'A positive amount is a `top_up`, a negative one an `adjustment`, which may not take more than is available. The same key moves the same credits once.',
          access: { act: 'move_credits' },
          stepUp: true,
          headers: {
            'Idempotency-Key': {
              description: 'One key per move, here or as `idempotency_key` in the body.',
              schema: IDEMPOTENCY_KEY,
            },
          },
          body: {
            schema: bodySchema(MoveCreditsBody, {
              note: { description: 'The client reads it in its ledger. No identity numbers.' },
              idempotency_key: { description: 'Here or in the header Idempotency-Key (both: the same).' },
            }),
            examples: {
              top_up: { amount: 1000, note: 'Invoice 2026-09', idempotency_key: 'invoice-2026-09' },
              adjustment: { amount: -20, note: 'Charged twice', idempotency_key: 'adjustment-17' },
            },
          },
          responses: {
            200: {
              description: 'A replay: the key moved these credits before.',
              content: json(named('CreditMove'), { replay: { ...EXAMPLE_ENTRY, idempotent_replay: true } }),
            },
            201: { description: 'Moved.', content: json(named('CreditMove'), { top_up: EXAMPLE_ENTRY }) },
            202: PROPOSED,
          },
          errors: ['insufficient_credits', 'conflict'],
        },
      },
    },
    '/api/v1/admin/clients/:id/wallet': {
      parameters,
      operations: {
        get: walletOperation({
          operationId: 'getClientWallet',
          summary: 'Read the wallet of a client',
          access: { act: 'read_client_wallets' },
        }),
      },
    },
    '/api/v1/admin/clients/:id/wallet/entries': {
      parameters,
      operations: {
        get: entriesOperation({
          operationId: 'listClientWalletEntries',
          summary: 'List the ledger of a client',
          access: { act: 'read_client_wallets' },
        }),
      },
    },
    '/api/v1/admin/audit-log': {
      operations: {
        get: {
          operationId: 'listAuditLog',
          summary: 'List who did what, when and from where',
          description: 'Newest first. Entries are chained by hashes and can be neither changed nor removed.',
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
        },
      },
    },
  },
};
