import type { Request, Response, Router } from 'express';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { noQuery } from '../http/query.js';
import { resource } from '../http/resource.js';
import { allow } from '../middleware/allow.js';
import { authenticate } from '../middleware/authenticate.js';
import { getWallet } from './get-wallet.js';
import { listEntries } from './list-entries.js';

/** The credits of a client, and the ledger that explains them: for its own users only. */
export function walletRoutes(router: Router, deps: ApiDeps): void {
  const client = [authenticate(deps, { apiKeys: 'wallet' }), allow('read_wallet')];
  resource(router, '/api/v1/wallet', { get: [...client, noQuery, getWallet(deps, ownClient)] });
  resource(router, '/api/v1/wallet/entries', { get: [...client, listEntries(deps, ownClient)] });
}

const ownClient = (_req: Request, res: Response): string => clientIdOf(res);
