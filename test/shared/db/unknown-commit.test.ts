import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { Database } from '../../../shared/db/database.js';
import { isUnavailable } from '../../../shared/db/sqlstate.js';
import { UnknownCommitError } from '../../../shared/db/unknown-commit.js';
import { useDatabase } from '../../support/database/use-database.js';
import { type CutMoment, type CuttingProxy, startCuttingProxy } from '../../support/network/cutting-proxy.js';

const INSERT = 'INSERT INTO marks VALUES (1) ON CONFLICT DO NOTHING';

describe('a write whose answer is lost for good', () => {
  const database = useDatabase();
  let link: CuttingProxy;
  let db: Database;
  before(async () => {
    const owner = await database.open({ url: database.ownerUrl });
    await owner.query('CREATE TABLE marks (id integer PRIMARY KEY)');
    await owner.query('GRANT SELECT, INSERT, DELETE ON marks TO PUBLIC');
  });
  beforeEach(async () => {
    link = await startCuttingProxy(database.url);
    db = await database.open({ url: link.url });
    await database.db.query('DELETE FROM marks');
  });
  afterEach(() => link.close());

  /** The error of `write` when its connection is cut at `text` and never returns. */
  async function failureOf(write: () => Promise<unknown>, moment: CutMoment, text: string): Promise<unknown> {
    link.cutNext(moment, text);
    const failure = write().then(
      () => 'no failure',
      (error: unknown) => error,
    );
    await waitFor(() => link.cuts() === 1, { describe: 'the connection was cut' });
    link.sever();
    return failure;
  }

  const transaction = () => db.transaction((sql) => sql.query(INSERT));
  const finished = () => db.transaction((sql) => sql.finish(INSERT));
  const writes: readonly [string, () => Promise<unknown>, string][] = [
    ['a transaction', transaction, 'COMMIT'],
    ['a transaction that commits with its last statement', finished, 'COMMIT'],
    ['a statement that is tried again', () => db.statement(INSERT), 'INSERT'],
    ['a statement that is not', () => db.query(INSERT), 'INSERT'],
  ];
  for (const [what, write, text] of writes) {
    for (const moment of ['before', 'after'] as const) {
      it(`says so: ${what}, cut ${moment} the server had it`, async () => {
        const error = await failureOf(write, moment, text);
        expect(error).to.be.instanceOf(UnknownCommitError);
        expect(isUnavailable(error)).to.equal(true);
        const stored = await database.db.query('SELECT FROM marks');
        expect(stored).to.have.length(moment === 'after' ? 1 : 0);
      });
    }
  }

  it('is nothing but a read if it begins with a parenthesis', async () => {
    const read = () => db.query('(SELECT 1 AS one) UNION ALL (SELECT 2)');
    expect(await failureOf(read, 'before', 'UNION'))
      .to.be.an('error')
      .and.not.instanceOf(UnknownCommitError);
  });

  it('is not denied by a fault of the server at which the next run ends', async () => {
    let runs = 0;
    link.cutNext('after');
    const end = db.transaction(async (sql) => {
      runs += 1;
      await sql.query(INSERT);
      if (runs > 1) await sql.query(`DO $$ BEGIN RAISE 'forced' USING ERRCODE = 'XX000'; END $$`);
    });
    const error = await end.catch((failure: unknown) => failure);
    expect(runs).to.equal(2);
    expect(error).to.be.instanceOf(UnknownCommitError);
    expect(await database.db.query('SELECT FROM marks')).to.have.length(1);
  });

  it('is told from one that certainly wrote nothing: lost before the commit, or never begun', async () => {
    const early = await failureOf(transaction, 'before', 'INSERT');
    expect(early).not.to.be.instanceOf(UnknownCommitError);
    const never = await transaction().catch((error: unknown) => error);
    expect(never).not.to.be.instanceOf(UnknownCommitError);
    expect([early, never].map(isUnavailable)).to.deep.equal([true, true]);
  });

  it('is told from a commit that PostgreSQL answered by rolling back', async () => {
    const failure = await db
      .transaction((sql) => sql.finish('INSERT INTO marks VALUES (1), (1)'))
      .catch((error: unknown) => error);
    expect(failure).to.have.property('code', '23505');
  });

  it('is told from a read whose answer was lost', async () => {
    const error = await failureOf(() => db.query('SELECT 1 AS one'), 'after', 'SELECT');
    expect(error).not.to.be.instanceOf(UnknownCommitError);
  });
});
