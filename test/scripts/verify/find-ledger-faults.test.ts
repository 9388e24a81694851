import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { sqlOf } from '../../../scripts/schema/sql-of.js';
import { findLedgerFaults } from '../../../scripts/verify/find-ledger-faults.js';
import { type BuiltVerification, buildClient, buildVerification } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';

const WALLET = 'the wallet differs from the sum of its entries';
const HOLDS = 'the reserved credits differ from the open holds';
const ENTRY = 'an entry does not continue the one before it';
const RESERVED = 'it was not reserved for exactly once';
const SETTLED = 'it is completed and was not settled exactly once, or is open and was';
const CHARGE = 'its charge differs from the ledger';

describe('findLedgerFaults', () => {
  const database = useDatabase();
  let client: { id: string; publicId: string };
  let open: BuiltVerification;
  let charged: BuiltVerification;
  let released: BuiltVerification;

  before(async () => {
    const { db } = database;
    [client] = [await buildClient(db, { balance: 100 }), await buildClient(db, { balance: 100 })];
    open = await buildVerification(db, { clientId: client.id });
    charged = await buildVerification(db, { clientId: client.id, status: 'completed' });
    released = await buildVerification(db, { clientId: client.id, status: 'completed', outcome: 'rejected' });
  });

  /** What is found after these statements of somebody with every right; all of it is rolled back. */
  function faultsAfter(...statements: string[]) {
    return withClient(superuserUrlOf(database.url), async (superuser) => {
      await superuser.query('BEGIN; SET LOCAL session_replication_role = replica');
      for (const statement of statements) await superuser.query(statement);
      const faults = await findLedgerFaults(sqlOf(superuser));
      await superuser.query('ROLLBACK');
      return faults.map(({ problem, about }) => `${about}: ${problem}`);
    });
  }

  const ofClient = (...problems: string[]) => problems.map((problem) => `${client.publicId}: ${problem}`);
  const ofRequest = ({ requestId }: BuiltVerification, problem: string) => `${requestId}: ${problem}`;
  const wallet = (change: string) => `UPDATE wallets SET ${change} WHERE client_id = '${client.id}'`;
  const unchecked = (table: string, constraint: string) =>
    `ALTER TABLE ${table} DROP CONSTRAINT ${constraint}`;
  const credits = unchecked('verifications', 'verifications_credits_follow_status');
  const ENTRIES = 'UPDATE wallet_entries SET';
  const inOrder = (no: string) => `WHERE client_id = '${client.id}' AND entry_no = ${no}`;

  it('finds none in what the service wrote', async () => {
    expect(await faultsAfter()).to.deep.equal([]);
  });

  it('names the client whose wallet has other credits than its entries say', async () => {
    expect(await faultsAfter(wallet('balance = balance + 1'))).to.deep.equal(ofClient(WALLET));
    expect(await faultsAfter(wallet('reserved = reserved + 1'))).to.deep.equal(ofClient(WALLET, HOLDS));
  });

  it('names the client with an entry that says another sum or place than those before it', async () => {
    for (const change of ['balance_after = balance_after + 1', 'reserved_after = reserved_after + 1']) {
      expect(await faultsAfter(`${ENTRIES} ${change} ${inOrder('2')}`), change).to.deep.equal(
        ofClient(ENTRY),
      );
    }
    const last = `(SELECT max(entry_no) FROM wallet_entries WHERE client_id = '${client.id}')`;
    expect(await faultsAfter(`${ENTRIES} entry_no = entry_no + 1 ${inOrder(last)}`)).to.deep.equal(
      ofClient(ENTRY),
    );
  });

  it('names the verification that was reserved for twice, or for something else', async () => {
    const hold = `verification_id = '${open.id}' AND kind = 'reserve'`;
    const other = `${ENTRIES} verification_id = '${charged.id}' WHERE ${hold}`;
    expect(await faultsAfter('DROP INDEX wallet_entries_reserved_once', other)).to.have.members([
      ofRequest(open, RESERVED),
      ofRequest(charged, RESERVED),
    ]);
    // Two halves of the charge: only their number is wrong.
    const half = `INSERT INTO wallet_entries SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
      'entry_no', 99, 'amount', 1, 'reserved_delta', 1))).* FROM wallet_entries e WHERE ${hold}`;
    const rest = `${ENTRIES} amount = amount - 1, reserved_delta = reserved_delta - 1 WHERE ${hold}`;
    expect(await faultsAfter('DROP INDEX wallet_entries_reserved_once', rest, half)).to.include(
      ofRequest(open, RESERVED),
    );
    const price = `UPDATE verifications SET credits = credits + 1 WHERE id = '${released.id}'`;
    expect(await faultsAfter(credits, price)).to.deep.equal([ofRequest(released, RESERVED)]);
  });

  it('names the verification that was completed without an end of its hold, or has one and is open', async () => {
    for (const completed of [charged, released]) {
      const end = `verification_id = '${completed.id}' AND kind IN ('charge', 'release')`;
      const faults = await faultsAfter(`${ENTRIES} verification_id = '${open.id}' WHERE ${end}`);
      expect(faults).to.include.members([ofRequest(open, SETTLED), ofRequest(completed, SETTLED)]);
    }
  });

  it('names the verification that says another charge than the ledger', async () => {
    const charge = `UPDATE verifications SET credits_charged = credits_charged - 1 WHERE id = '${charged.id}'`;
    expect(await faultsAfter(credits, charge)).to.deep.equal([ofRequest(charged, CHARGE)]);
  });

  it('names the client whose open verifications hold other credits than are reserved', async () => {
    const hold = `UPDATE verifications SET credits_reserved = credits_reserved + 1 WHERE id = '${open.id}'`;
    expect(await faultsAfter(credits, hold)).to.deep.equal(ofClient(HOLDS));
  });
});
