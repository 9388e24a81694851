import { expect } from 'chai';
import { type Resolution, resolveReview } from '../../../api/reviews/resolve-review.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { readVerification } from '../../support/checks/read-state.js';
import { buildNote, settleParts } from '../../support/checks/reviews.js';
import { checkIdOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';

const DECISIONS = {
  completed: { kind: 'complete', outcome: 'negative', label: 'Not the same person' },
  released: { kind: 'release', label: 'No result could be had' },
} as const satisfies Record<string, Resolution['decision']>;

describe('what resolveReview leaves behind', () => {
  const database = useDatabase();
  afterEach(() => expectInvariants(database.db));

  for (const [word, decision] of Object.entries(DECISIONS)) {
    it(`says of one that is ${word} who decided what, when and why`, async () => {
      const { db } = database;
      const { id: clientId } = await buildClient(db);
      const { id: userId } = await buildUser(db, { clientId: null });
      const submission = await acceptOne(db, { clientId });
      await settleParts(db, submission, ['no_answer']);
      const id = submission.verificationId;
      const { version } = await readVerification(db, id);
      const note = buildNote();
      await db.transaction((sql) =>
        resolveReview(sql, { verificationId: id, decision, note }, { userId, ipAddress: '127.0.0.1' }),
      );
      expect((await readVerification(db, id)).version, 'the report has another ETag').to.equal(version + 1);
      expect(
        await db.query(
          'SELECT id, author_id, kind, text_sealed FROM review_notes WHERE verification_id = $1',
          [id],
        ),
      ).to.deep.equal([{ id: note.id, author_id: userId, kind: decision.kind, text_sealed: note.sealed }]);
      const acts = await db.query(
        'SELECT actor, ip_address AS ip, action, details FROM audit_log WHERE target = $1',
        [toPublicId('verification', id)],
      );
      const outcome = decision.kind === 'complete' ? decision.outcome : 'closed';
      expect(acts).to.deep.equal([
        {
          actor: toPublicId('user', userId),
          ip: '127.0.0.1',
          action: `review.${word}`,
          details: { outcome, credits: 5, note_id: note.id },
        },
      ]);
    });
  }

  it('settles the part at the moment of the whole', async () => {
    const { db } = database;
    const submission = await acceptOne(db, { clientId: (await buildClient(db)).id });
    await settleParts(db, submission, ['no_answer']);
    await db.query(`UPDATE checks SET settled_at = settled_at - interval '1 hour' WHERE id = $1`, [
      checkIdOf(submission),
    ]);
    const resolution = {
      verificationId: submission.verificationId,
      decision: DECISIONS.completed,
      note: buildNote(),
    };
    await db.transaction((sql) => resolveReview(sql, resolution, { userId: null }));
    const moments = await db.query(
      `SELECT FROM verifications v JOIN checks c ON c.verification_id = v.id
       WHERE v.id = $1 AND v.completed_at = c.settled_at`,
      [submission.verificationId],
    );
    expect(moments).to.have.length(1);
  });
});
