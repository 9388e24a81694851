import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { clientIdOf } from '../http/context.js';
import { loadWallet } from './load-wallet.js';
import { presentWallet } from './present-wallet.js';

/** GET /api/v1/wallet: the credits of the caller's client (contract 5). */
export function getWallet({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const wallet = await loadWallet(db, clientIdOf(res));
    if (wallet === undefined) throw new Error('Bug: a client has no wallet');
    res.json(presentWallet(wallet));
  };
}
