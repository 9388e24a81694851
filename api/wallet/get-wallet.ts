import type { Request, RequestHandler, Response } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import type { ApiDeps } from '../deps.js';
import { loadWallet } from './load-wallet.js';
import { presentWallet } from './present-wallet.js';

/** Answers with the credits of the client `whose` returns, which must exist (contract 5). */
export function getWallet(
  { db }: Pick<ApiDeps, 'db'>,
  whose: (req: Request, res: Response) => string,
): RequestHandler {
  return async (req, res) => {
    const clientId = whose(req, res);
    const wallet = await loadWallet(db.scoped(ofClient(clientId)), clientId);
    if (wallet === undefined) throw new Error('Bug: a client has no wallet');
    res.json(presentWallet(wallet));
  };
}
