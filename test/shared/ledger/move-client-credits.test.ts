import { expect } from 'chai';
import type { Database } from '../../../shared/db/database.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { MAX_CREDITS } from '../../../shared/domain/ledger.js';
import { type CreditMove, moveClientCredits } from '../../../shared/ledger/move-client-credits.js';
import { readWallet } from '../../support/checks/read-state.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';

const BALANCE = 100;

describe('moveClientCredits', () => {
  const database = useDatabase();
  let db: Database;
  let clientId: string;

  before(() => {
    db = database.db;
  });
  beforeEach(async () => {
    clientId = (await buildClient(db, { balance: BALANCE })).id;
  });
  afterEach(() => expectInvariants(db));

  const moveOf = (changes: Partial<CreditMove> = {}): CreditMove => ({
    entryId: newId(),
    clientId,
    amount: 40,
    note: 'Invoice 17',
    idempotencyKey: 'invoice 17',
    ...changes,
  });
  const run = (move: CreditMove) =>
    db.transaction((sql) => moveClientCredits(sql, move, { actor: 'system', ipAddress: '192.0.2.1' }));

  function lastEntry(): Promise<object[]> {
    return db.query(
      `SELECT id, entry_no, kind, amount, balance_delta, reserved_delta, balance_after, reserved_after, note,
         idempotency_key, verification_id
       FROM wallet_entries WHERE client_id = $1 ORDER BY entry_no DESC LIMIT 1`,
      [clientId],
    );
  }

  for (const [amount, kind, action] of [
    [40, 'top_up', 'credits.added'],
    [-40, 'adjustment', 'credits.taken'],
    [-BALANCE, 'adjustment', 'credits.taken'],
  ] as const) {
    it(`writes ${amount} credits into the ledger as ${kind}, and into the audit log`, async () => {
      const move = moveOf({ amount });
      expect(await run(move)).to.deep.equal({ kind: 'moved', entryNo: 2 });
      const balance = BALANCE + amount;
      expect(await readWallet(db, clientId)).to.deep.equal({ balance, reserved: 0 });
      const entry = {
        ...{ id: move.entryId, entry_no: 2, kind, amount, balance_delta: amount, reserved_delta: 0 },
        ...{ balance_after: balance, reserved_after: 0, note: 'Invoice 17', idempotency_key: 'invoice 17' },
        verification_id: null,
      };
      expect(await lastEntry()).to.deep.equal([entry]);
      const audit = await db.query(
        'SELECT actor, action, ip_address, details FROM audit_log WHERE target = $1 ORDER BY entry_no',
        [toPublicId('client', clientId)],
      );
      const details = {
        entry_id: toPublicId('walletEntry', move.entryId),
        amount,
        before: { balance: BALANCE },
        after: { balance },
      };
      expect(audit).to.deep.equal([{ actor: 'system', action, ip_address: '192.0.2.1', details }]);
    });
  }

  it('moves once for a key: its own repetition is the move, another one a replay', async () => {
    const move = moveOf();
    await run(move);
    expect(await run(move)).to.deep.equal({ kind: 'moved', entryNo: 2 });
    expect(await run(moveOf())).to.deep.equal({ kind: 'replay', entryNo: 2 });
    for (const changes of [{ amount: 41 }, { note: 'Invoice 18' }]) {
      expect(await run(moveOf(changes))).to.deep.equal({ kind: 'key_reused' });
    }
    expect(await readWallet(db, clientId)).to.deep.equal({ balance: 140, reserved: 0 });
  });

  it('lets two clients use the same key', async () => {
    await run(moveOf());
    const other = (await buildClient(db, { balance: 0 })).id;
    expect(await run(moveOf({ clientId: other }))).to.deep.equal({ kind: 'moved', entryNo: 1 });
  });

  it('takes what is available and not what is reserved', async () => {
    await acceptOne(db, { clientId, serviceCode: 'employee_bundle' });
    expect(await run(moveOf({ amount: -81 }))).to.deep.equal({
      kind: 'insufficient',
      required: 81,
      available: 80,
    });
    expect(await run(moveOf({ amount: -80 }))).to.deep.equal({ kind: 'moved', entryNo: 3 });
    expect(await readWallet(db, clientId)).to.deep.equal({ balance: 20, reserved: 20 });
  });

  it('fills a wallet up to its limit and no further', async () => {
    const room = MAX_CREDITS - BALANCE;
    expect(await run(moveOf({ amount: room + 1 }))).to.deep.equal({ kind: 'wallet_full' });
    expect(await run(moveOf({ amount: room }))).to.deep.equal({ kind: 'moved', entryNo: 2 });
  });

  it('knows no stranger', async () => {
    expect(await run(moveOf({ clientId: newId() }))).to.deep.equal({ kind: 'unknown_client' });
  });
});
