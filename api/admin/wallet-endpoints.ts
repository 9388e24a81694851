import { PROPOSED } from '../approvals/schemas.js';
import { asStaff } from '../deps.js';
import type { Endpoint } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { id, named } from '../openapi/schemas.js';
import { IDEMPOTENCY_KEY } from '../validation/idempotency-key.js';
import { entriesOperation, walletOperation } from '../wallet/endpoints.js';
import { getWallet } from '../wallet/get-wallet.js';
import { listEntries } from '../wallet/list-entries.js';
import { EXAMPLE_ENTRY } from '../wallet/schemas.js';
import { moveCredits } from './move-credits.js';
import { requestedClientId } from './requested-ids.js';
import { MoveCreditsBody } from './requests.js';

const parameters = { id: { description: 'The `client_id`.', schema: id('client') } };

/** The credits of a client, as admins see and move them. */
export const WALLET_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/api/v1/admin/clients/:id/credits',
    inPath: parameters,
    belowClient: true,
    operationId: 'moveCredits',
    summary: 'Add or take credits',
    description:
      'A positive amount is a `top_up`, a negative one an `adjustment`, which cannot exceed the available credits. A key moves its credits only once.',
    access: { act: 'move_credits' },
    stepUp: true,
    headers: {
      'Idempotency-Key': {
        description: 'One key per movement, here or as `idempotency_key` in the body.',
        schema: IDEMPOTENCY_KEY,
      },
    },
    body: {
      schema: bodySchema(MoveCreditsBody, {
        note: { description: 'Shown to the client in its ledger. No identity numbers.' },
        idempotency_key: {
          description: 'Here or in the header Idempotency-Key; if both are sent, they must be equal.',
        },
      }),
      examples: {
        top_up: { amount: 1000, note: 'Invoice 2026-09', idempotency_key: 'invoice-2026-09' },
        adjustment: { amount: -20, note: 'Charged twice', idempotency_key: 'adjustment-17' },
      },
    },
    responses: {
      200: {
        description: 'A replay: an earlier request with this key moved these credits.',
        content: json(named('CreditMove'), { replay: { ...EXAMPLE_ENTRY, idempotent_replay: true } }),
      },
      201: { description: 'Moved.', content: json(named('CreditMove'), { top_up: EXAMPLE_ENTRY }) },
      202: PROPOSED,
    },
    errors: ['insufficient_credits', 'conflict'],
    handle: asStaff(moveCredits),
  },
  {
    method: 'get',
    path: '/api/v1/admin/clients/:id/wallet',
    inPath: parameters,
    belowClient: true,
    ...walletOperation({
      operationId: 'getClientWallet',
      summary: 'Read the wallet of a client',
      access: { act: 'read_client_wallets' },
    }),
    handle: (deps) => getWallet(deps, requestedClientId),
  },
  {
    method: 'get',
    path: '/api/v1/admin/clients/:id/wallet/entries',
    inPath: parameters,
    belowClient: true,
    ...entriesOperation({
      operationId: 'listClientWalletEntries',
      summary: 'List the ledger of a client',
      access: { act: 'read_client_wallets' },
    }),
    handle: (deps) => listEntries(deps, requestedClientId),
  },
];
