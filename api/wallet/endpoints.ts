import type { Request, Response } from 'express';
import { ENTRY_KINDS } from '../../shared/domain/ledger.js';
import { clientIdOf } from '../http/context.js';
import { feature } from '../http/endpoint.js';
import { json, type OperationDescription } from '../openapi/describe.js';
import { PAGE_PARAMETERS, pageResponse, periodParameters } from '../openapi/lists.js';
import { id, named, oneOfWords } from '../openapi/schemas.js';
import { getWallet } from './get-wallet.js';
import { listEntries } from './list-entries.js';
import { ENTRIES_CSV } from './present-entry.js';
import { EXAMPLE_ENTRY, EXAMPLE_WALLET, WALLET_SCHEMAS } from './schemas.js';

const ownClient = (_req: Request, res: Response): string => clientIdOf(res);

/** What reading a wallet has in common, for the client itself and for admins. */
export function walletOperation(
  operation: Pick<OperationDescription, 'operationId' | 'summary' | 'access'>,
): OperationDescription {
  return {
    ...operation,
    responses: {
      200: {
        description: 'The current state of the wallet.',
        content: json(named('Wallet'), { wallet: EXAMPLE_WALLET }),
      },
    },
  };
}

/** What reading a ledger has in common, for the client itself and for admins. */
export function entriesOperation(
  operation: Pick<OperationDescription, 'operationId' | 'summary' | 'access'>,
): OperationDescription {
  return {
    ...operation,
    description: 'Append-only. The sums of `balance_delta` and `reserved_delta` give the wallet.',
    query: {
      ...PAGE_PARAMETERS,
      kind: { description: 'Only entries of this kind.', schema: oneOfWords(ENTRY_KINDS) },
      ...periodParameters('Written'),
      request_id: { description: 'Only entries of this verification.', schema: id('verification') },
    },
    responses: {
      200: pageResponse(named('WalletEntryPage'), { data: [EXAMPLE_ENTRY], next_cursor: null }, ENTRIES_CSV),
    },
  };
}

/** A client's credits, and the ledger that explains them: for its own users only. */
export const walletFeature = feature({
  tag: { name: 'Wallet', description: 'The credits of the client, and the ledger that explains them.' },
  schemas: WALLET_SCHEMAS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/wallet',
      ...walletOperation({
        operationId: 'getWallet',
        summary: 'Read the wallet',
        access: { act: 'read_wallet' },
      }),
      handle: (deps) => getWallet(deps, ownClient),
    },
    {
      method: 'get',
      path: '/api/v1/wallet/entries',
      ...entriesOperation({
        operationId: 'listWalletEntries',
        summary: 'List the ledger',
        access: { act: 'read_wallet' },
      }),
      handle: (deps) => listEntries(deps, ownClient),
    },
  ],
});
