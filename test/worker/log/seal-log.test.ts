import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { sqlOf } from '../../../scripts/schema/sql-of.js';
import { verifyLog } from '../../../scripts/verify/verify-log.js';
import type { Access } from '../../../shared/access-log/access-record.js';
import { appendAccesses } from '../../../shared/access-log/append-accesses.js';
import type { Database, Transaction } from '../../../shared/db/database.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { leafHash, nodeHash } from '../../../shared/log/merkle.js';
import { readCheckpoint } from '../../../shared/log/note.js';
import { findConsent, loadHead, tlogProof } from '../../../shared/log/proofs.js';
import { type SealDeps, type Sealed, sealLog } from '../../../worker/log/seal-log.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testKeys } from '../../support/processes/keys.js';

/** The root that an inclusion proof leads to (RFC 9162, 2.1.3.2), written apart from the code under test. */
function rootFrom(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node >> 1, last >> 1];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [node >> 1, last >> 1];
  }
  return hash;
}

describe('sealLog', function () {
  this.timeout(180_000);
  const database = useDatabase();
  const seal = (options: Partial<SealDeps> = {}) =>
    sealLog({ db: database.db, keys: testKeys.evidenceKeys, origin: 'example.test/log', ...options });

  async function accept(count: number) {
    const { id: clientId } = await buildClient(database.db);
    return acceptAll(
      database.db,
      Array.from({ length: count }, () => ({ clientId })),
    );
  }

  async function expectProven(submission: { clientId: string; verificationId: string }): Promise<void> {
    const index = await findConsent(database.db, submission.clientId, submission.verificationId);
    const head = await loadHead(database.db);
    const [row] = await database.db.query<{ hash: Buffer }>(
      'SELECT hash FROM consent_evidence WHERE verification_id = $1',
      [submission.verificationId],
    );
    if (index === undefined || head === undefined || row === undefined) throw new Error('It is not sealed');
    const [proof = '', ...note] = (await tlogProof(database.db, index, head.note)).split('\n\n');
    const path = proof.split('\n').slice(2);
    const { size, root } = readCheckpoint(note.join('\n\n'));
    const hashes = path.filter((line) => line !== '').map((line) => Buffer.from(line, 'base64'));
    expect(rootFrom(leafHash(row.hash), index, size, hashes)).to.deep.equal(root);
  }

  it('puts every consent, audit entry and ledger head into the log, once, and can prove each', async () => {
    const submissions = [...(await accept(300)), ...(await accept(3))];
    await database.db.transaction((sql) =>
      appendAudit(sql, { actor: 'system', action: 'test.made', target: 'nobody' }),
    );
    expect(await seal()).to.deep.equal({ size: 306, entries: 306, more: false });
    expect(await seal()).to.deep.include({ size: 306, entries: 0, more: false });
    for (const [place, submission] of submissions.entries()) {
      if (place % 20 === 0 || place > 299) await expectProven(submission);
    }
    expect(await verifyLog(database.db)).to.deep.equal({ entries: 306, problems: [] });
  });

  it('is not kept from the head of a ledger by a clock that was a day ahead', async () => {
    const [submission] = await accept(1);
    await seal();
    await database.db.query(`UPDATE log_cursors SET ledger_at = now() + interval '1 day'`);
    await acceptAll(database.db, [{ clientId: submission?.clientId ?? '' }]);
    // One consent and one head.
    expect(await seal()).to.deep.include({ entries: 2 });
    await acceptAll(database.db, [{ clientId: submission?.clientId ?? '' }]);
    expect(await seal(), 'within the minute').to.deep.include({ entries: 1 });
  });

  it('takes what is too much for a round in several, and leaves nothing out', async () => {
    await seal();
    const submissions = [...(await accept(1_200)), ...(await accept(1_100)), ...(await accept(2))];
    const rounds: Sealed[] = [];
    do {
      const round = await seal();
      if (round === undefined) throw new Error('Somebody else is sealing');
      rounds.push(round);
    } while (rounds.at(-1)?.more === true);
    expect(rounds.length).to.be.greaterThan(1);
    const entries = rounds.reduce((sum, round) => sum + round.entries, 0);
    expect(entries).to.be.within(submissions.length + 3, submissions.length + 4);
    for (const [place, submission] of submissions.entries()) {
      if (place % 97 === 0 || place > 2_299) await expectProven(submission);
    }
    expect((await verifyLog(database.db)).problems).to.deep.equal([]);
  });

  it('has who opened what, in the order of each chain, also of clients whose wallet never moves', async () => {
    const { id: quiet } = await buildClient(database.db);
    const clientId = (await accept(1))[0]?.clientId ?? '';
    await seal();
    const look = (id: string): Access => ({
      clientId: id,
      actorKind: 'user',
      actorId: id,
      act: 'report',
      verificationId: null,
      channel: 'api',
      ipAddress: '192.0.2.1',
    });
    const looks = [...Array.from({ length: 600 }, () => look(quiet)), look(clientId)];
    await database.db.transaction((sql) => appendAccesses(sql, looks));
    expect(await seal({ withoutAccesses: true })).to.include({ entries: 0 });
    const [first, second] = [await seal(), await seal()];
    expect([first?.entries, first?.more, second?.entries, second?.more]).to.deep.equal([
      501,
      true,
      100,
      false,
    ]);
    await database.db.transaction((sql) => appendAccesses(sql, [look(quiet)]));
    expect(await seal()).to.include({ entries: 1 });
    expect((await verifyLog(database.db)).problems).to.deep.equal([]);
  });

  it('goes on after a death at any of its steps as if nothing had been', async () => {
    const before = (await seal())?.size ?? 0;
    const submissions = await accept(5);
    let sealed: Sealed | undefined;
    let deaths = 0;
    for (; sealed === undefined; deaths += 1) {
      sealed = await seal({ db: dyingAt(database.db, deaths) }).catch((error: Error) => {
        if (error.message !== 'died') throw error;
        return undefined;
      });
    }
    expect(deaths).to.be.greaterThan(9);
    expect(sealed.size).to.equal(before + 6);
    for (const submission of submissions) await expectProven(submission);
    expect((await verifyLog(database.db)).problems).to.deep.equal([]);
  });

  it('leaves no gap where a transaction commits late', async () => {
    const { size } = (await seal()) ?? { size: 0 };
    let commit = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begun = (): void => undefined;
    const numbered = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const late = database.db.transaction(async (sql) => {
      await appendAudit(sql, { actor: 'system', action: 'test.late', target: 'nobody' });
      begun();
      await held;
    });
    await numbered;
    await accept(2);
    await seal();
    commit();
    await late;
    expect((await seal())?.size).to.equal(size + 4);
    expect((await verifyLog(database.db)).problems).to.deep.equal([]);
  });

  it('reads no table of records while nothing was committed, and all of them once something was', async () => {
    await seal();
    const idle = await seal();
    expect(idle?.nothingNewAt).to.be.a('string');
    const read: string[] = [];
    const again = await seal({
      db: listeningAt(database.db, read),
      nothingNewAt: idle?.nothingNewAt,
    });
    expect(again).to.deep.equal(idle);
    expect(read).to.have.length(2);
    await accept(1);
    const next = await seal({ nothingNewAt: idle?.nothingNewAt });
    expect(next).to.deep.include({ entries: 2, more: false });
    expect(next?.nothingNewAt, 'it has still to look whether that was all').to.equal(undefined);
  });

  it('is done by one process at a time', async () => {
    await accept(2);
    const rounds = await Promise.all([seal(), seal(), seal()]);
    const entries = rounds.reduce((sum, round) => sum + (round?.entries ?? 0), 0);
    expect(entries).to.equal(3);
  });

  const changes: Record<string, string> = {
    'an entry': `UPDATE log_tiles SET data = set_byte(data, 7, get_byte(data, 7) # 1) WHERE level = 0 AND tile_no = 0`,
    'a hash above': `UPDATE log_tiles SET data = set_byte(data, 7, get_byte(data, 7) # 1) WHERE level = 1`,
    'a record': `UPDATE consent_evidence SET hash = sha256(hash) WHERE evidence_no = 2`,
    'an access': `UPDATE access_log SET hash = sha256(hash) WHERE entry_no = 2`,
    'a line of a ledger': `UPDATE wallet_entries SET note = 'another' WHERE entry_no = 2`,
    'the place of a record': 'UPDATE log_spans SET first_index = first_index + 1 WHERE length > 100',
    'the checkpoint': String.raw`UPDATE log_state SET note = regexp_replace(note, '^([^\n]+\n\d+\n)..', '\1++')`,
    'the size': 'UPDATE log_state SET size = size - 1',
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`is found out where somebody with every right has changed ${what}`, async () => {
      await withClient(superuserUrlOf(database.url), async (client) => {
        await client.query('BEGIN');
        await client.query('SET LOCAL session_replication_role = replica');
        await client.query(change);
        expect((await verifyLog(sqlOf(client))).problems).to.not.deep.equal([]);
        await client.query('ROLLBACK');
      });
    });
  }
});

/** A database that records the statements it is sent. */
function listeningAt(db: Pick<Database, 'transaction'>, read: string[]): Pick<Database, 'transaction'> {
  return {
    transaction: (work) =>
      db.transaction((sql) =>
        work({
          query: (text, values) => {
            read.push(text);
            return sql.query(text, values);
          },
          finish: (text, values) => sql.finish(text, values),
        }),
      ),
  };
}

/** A database whose transactions fail after this many statements. */
function dyingAt(db: Pick<Database, 'transaction'>, steps: number): Pick<Database, 'transaction'> {
  return {
    transaction: (work) =>
      db.transaction((sql) => {
        let left = steps;
        const count = () => {
          left -= 1;
          if (left < 0) throw new Error('died');
        };
        const dying: Transaction = {
          query: (text, values) => {
            count();
            return sql.query(text, values);
          },
          finish: (text, values) => {
            count();
            return sql.finish(text, values);
          },
        };
        return work(dying);
      }),
  };
}
