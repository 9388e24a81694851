import { expect } from 'chai';
import { resolveReview } from '../../../api/reviews/resolve-review.js';
import { giveBackReview, takeNextReview, takeReview } from '../../../api/reviews/take-review.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { buildNote, readAudit, settleParts } from '../../support/checks/reviews.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';

describe('taking reviews', () => {
  const database = useDatabase();
  let db: Database;

  before(() => {
    db = database.db;
  });
  // Every test begins with an empty desk.
  afterEach(async () => {
    await expectInvariants(db);
    const left = await db.query<{ id: string }>(
      `SELECT id FROM verifications WHERE status = 'manual_review'`,
    );
    for (const { id } of left) {
      const decision = { kind: 'release', label: 'Swept from the desk' } as const;
      await db.transaction((sql) =>
        resolveReview(sql, { verificationId: id, decision, note: buildNote() }, { userId: null }),
      );
    }
  });

  const newReviewer = async () => ({ userId: (await buildUser(db, { clientId: null })).id });

  /** So many verifications in review, oldest first. */
  async function reviews(count: number): Promise<string[]> {
    const { id: clientId } = await buildClient(db);
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const submission = await acceptOne(db, { clientId });
      await settleParts(db, submission, ['lost']);
      ids.push(submission.verificationId);
    }
    return ids;
  }

  const takeNext = (by: { userId: string }, on = db, takeId = newId()) =>
    on.transaction((sql) => takeNextReview(sql, takeId, by));
  const take = (id: string, by: { userId: string }) =>
    db.transaction((sql) => takeReview(sql, id, newId(), by));
  const giveBack = (id: string, by: { userId: string }) =>
    db.transaction((sql) => giveBackReview(sql, id, by));

  it('finds what an earlier run of the same request took, and records it once', async () => {
    const [id = ''] = await reviews(1);
    const by = await newReviewer();
    const takeId = newId();
    for (let runs = 0; runs < 2; runs += 1)
      expect(await db.transaction((sql) => takeReview(sql, id, takeId, by))).to.equal('done');
    const acts = await readAudit(db, id);
    expect(acts.map(({ action }) => action)).to.deep.equal(['review.taken']);
  });

  it('gives the oldest first, and nothing when the desk is empty', async () => {
    const ids = await reviews(2);
    const by = await newReviewer();
    expect(await takeNext(by)).to.equal(ids[0]);
    expect(await takeNext(by)).to.equal(ids[1]);
    expect(await takeNext(by)).to.equal(undefined);
  });

  it('gives different cases to all who ask at the same instant', async () => {
    const ids = await reviews(8);
    const other = await database.open({ poolSize: 8 });
    const takers = await Promise.all(ids.map(newReviewer));
    const taken = await Promise.all(takers.map((by, index) => takeNext(by, index % 2 === 0 ? db : other)));
    expect(new Set(taken)).to.have.property('size', ids.length);
    expect(taken).to.have.members(ids);
  });

  it('gives a case to one of two who want this one', async () => {
    const [id = ''] = await reviews(1);
    const results = await Promise.all([take(id, await newReviewer()), take(id, await newReviewer())]);
    expect(results.sort()).to.deep.equal(['done', 'taken']);
  });

  it('gives the holder more time and a colleague the case when the time is over', async () => {
    const [id = ''] = await reviews(1);
    const [holder, colleague] = [await newReviewer(), await newReviewer()];
    await take(id, holder);
    expect(await take(id, holder)).to.equal('done');
    expect(await takeNext(colleague)).to.equal(undefined);
    await db.query(
      `UPDATE reviews SET taken_until = now() - interval '1 second' WHERE verification_id = $1`,
      [id],
    );
    expect(await takeNext(colleague)).to.equal(id);
    expect(await take(id, holder)).to.equal('taken');
  });

  it('holds a case for ten minutes by the clock of the database', async () => {
    const [id = ''] = await reviews(1);
    await take(id, await newReviewer());
    const [row] = await db.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM taken_until - now()) / 60)::int AS minutes FROM reviews
       WHERE verification_id = $1`,
      [id],
    );
    expect(row?.minutes).to.equal(10);
  });

  it('gives back one’s own case only', async () => {
    const [id = ''] = await reviews(1);
    const [holder, colleague] = [await newReviewer(), await newReviewer()];
    await take(id, holder);
    expect(await giveBack(id, colleague)).to.equal('taken');
    expect(await giveBack(id, holder)).to.equal('done');
    const actions = async () => (await readAudit(db, id)).map(({ action }) => action);
    expect(await actions()).to.deep.equal(['review.taken', 'review.given_back']);
    expect(await giveBack(id, holder), 'nothing is left to give back').to.equal('done');
    expect(await actions()).to.deep.equal(['review.taken', 'review.given_back']);
    expect(await takeNext(colleague)).to.equal(id);
  });

  it('knows only verifications under review', async () => {
    const { id: clientId } = await buildClient(db);
    const pending = (await acceptOne(db, { clientId })).verificationId;
    const by = await newReviewer();
    expect(await take(pending, by)).to.equal('not_in_review');
    expect(await giveBack(pending, by)).to.equal('not_in_review');
    expect(await take(newId(), by)).to.equal('unknown');
    expect(await giveBack(newId(), by)).to.equal('unknown');
  });

  it('takes one case, not two, when the connection is lost after the commit', async () => {
    const ids = await reviews(2);
    const proxy = await startCuttingProxy(database.url);
    try {
      const unlucky = await database.open({ url: proxy.url });
      proxy.cutNext('after');
      expect(await takeNext(await newReviewer(), unlucky)).to.equal(ids[0]);
      expect(proxy.cuts()).to.equal(1);
    } finally {
      await proxy.close();
    }
    expect(await takeNext(await newReviewer())).to.equal(ids[1]);
  });
});
