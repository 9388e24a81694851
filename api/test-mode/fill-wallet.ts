import type { RequestHandler } from 'express';
import { readBack } from '../../shared/db/after-commit.js';
import { ofClient } from '../../shared/db/scope.js';
import { newId } from '../../shared/domain/ids.js';
import { TEST_CREDITS } from '../../shared/domain/mode.js';
import type { ApiDeps } from '../deps.js';
import { conflict } from '../errors/catalogue.js';
import { clientIdOf } from '../http/context.js';
import { modeOfRequest } from '../http/mode.js';
import { OptionalInteger } from '../validation/number-rules.js';
import { validateRequest } from '../validation/validate-request.js';
import { loadWallet } from '../wallet/load-wallet.js';
import { presentWallet } from '../wallet/present-wallet.js';
import { topUpTestWallet } from './ensure-test-side.js';

/** The maximum per call and in total: enough for any test, and small enough never to overflow. */
const MAX_CREDITS_PER_FILL = 100_000;
const MAX_TEST_CREDITS = 1_000_000;

/** The body of POST /api/v1/wallet/test-credits (contract 12); the default amount is what a test wallet starts with. */
export class TestCreditsBody {
  @OptionalInteger({ min: 1, max: MAX_CREDITS_PER_FILL })
  amount?: number;
}

/** POST /api/v1/wallet/test-credits: fills the test wallet. */
export function fillTestWallet({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const { amount = TEST_CREDITS } = validateRequest(TestCreditsBody, req);
    if (modeOfRequest(res) !== 'test') {
      throw conflict('Only a test wallet can be filled this way. Use a test-mode key or session.');
    }
    const clientId = clientIdOf(res);
    const sql = db.scoped(ofClient(clientId));
    const entry = { id: newId(), largest: MAX_TEST_CREDITS };
    const moved = await sql.transaction((transaction) =>
      topUpTestWallet(transaction, clientId, amount, 'Test credits', entry),
    );
    if (moved === 'full') {
      throw conflict(`The test wallet has enough credits: it can hold at most ${MAX_TEST_CREDITS}.`);
    }
    const wallet = await readBack(sql, (reading) => loadWallet(reading, clientId));
    if (wallet === undefined) throw new Error('Bug: a client has no wallet');
    res.json(presentWallet(wallet));
  };
}
