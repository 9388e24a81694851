import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { ofClient } from '../../shared/db/scope.js';
import type { WireHome } from '../../shared/wire/home.js';
import type { ApiDeps } from '../deps.js';
import { identityOf } from '../http/context.js';
import { startOfPeriod } from '../http/period.js';
import { Query, wholeNumber } from '../http/query.js';
import { loadWallet } from '../wallet/load-wallet.js';
import { loadClientSums } from './load-clients.js';
import { type FigureScope, loadDays, loadServiceSums, loadTook } from './load-figures.js';
import { loadFinished, loadOpen } from './load-open.js';
import {
  dayOf,
  firstDay,
  presentClient,
  presentDays,
  presentFinished,
  presentPace,
  presentServices,
  presentTotals,
} from './present-home.js';

export const DEFAULT_DAYS = 30;
export const MAX_DAYS = 366;
const MAX_FINISHED = 10;

/**
 * GET /api/v1/home: open work, recent results, and the figures of recent days: a client's own or, for staff, those of
 * all clients. Read from the daily figures, so that it costs the same with a million requests as with none.
 */
export function getHome({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const query = new Query(req.query);
    const days = query.optional('days', wholeNumber(1, MAX_DAYS)) ?? DEFAULT_DAYS;
    const since = query.optional('since', startOfPeriod);
    query.finish();
    const now = new Date();
    const period = { from: firstDay(now, days), to: dayOf(now) };
    const clientId = identityOf(res).clientId ?? undefined;
    const sql = db.scoped(clientId === undefined ? 'staff' : ofClient(clientId));
    const figures = await loadHomeFigures(sql, { clientId, ...period });
    const own =
      clientId === undefined
        ? { wallet: null, finished: null }
        : await loadOwn(sql, { clientId, since, days: figures.days, now });
    const clients = clientId === undefined ? (await loadClientSums(sql, period)).map(presentClient) : null;
    res.json({ as_of: now.toISOString(), period, ...figures, ...own, clients } satisfies WireHome);
  };
}

async function loadHomeFigures(sql: Sql, scope: FigureScope) {
  const [waiting, sums, days, took] = await Promise.all([
    loadOpen(sql, scope.clientId),
    loadServiceSums(sql, scope),
    loadDays(sql, scope),
    loadTook(sql, scope),
  ]);
  return {
    waiting,
    totals: presentTotals(sums, took),
    days: presentDays(days, scope),
    services: presentServices(sums, took),
  };
}

interface OwnRequest {
  clientId: string;
  since: Date | undefined;
  days: WireHome['days'];
  now: Date;
}

async function loadOwn(
  sql: Sql,
  { clientId, since, days, now }: OwnRequest,
): Promise<Pick<WireHome, 'wallet' | 'finished'>> {
  const [wallet, finished] = await Promise.all([
    loadWallet(sql, clientId),
    loadFinished(sql, { clientId, since, limit: MAX_FINISHED }),
  ]);
  if (wallet === undefined) throw new Error('Bug: a client has no wallet');
  const available = wallet.balance - wallet.reserved;
  return {
    wallet: {
      available,
      low_balance_threshold: wallet.low_balance_threshold,
      ...presentPace(available, days, now),
    },
    finished: finished.map(presentFinished),
  };
}
