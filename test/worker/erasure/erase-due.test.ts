import { expect } from 'chai';
import { addReviewNote } from '../../../api/reviews/add-review-note.js';
import { resolveReview } from '../../../api/reviews/resolve-review.js';
import { withClient } from '../../../harness/with-client.js';
import { verifyConsentChains } from '../../../scripts/verify/verify-consent-chains.js';
import { ADVISORY_LOCKS } from '../../../shared/db/advisory-locks.js';
import type { Database } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { ERASURE_BATCH } from '../../../shared/erasure/erase-verifications.js';
import { settleChecks } from '../../../shared/settlement/settle-checks.js';
import { readCalls } from '../../support/checks/read-state.js';
import { buildNote, settleParts } from '../../support/checks/reviews.js';
import { checkIdOf, settlementOf } from '../../support/checks/settlements.js';
import { acceptOne } from '../../support/checks/submissions.js';
import { type BuiltVerification, buildClient, buildVerification } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { ageCompleted, buildAged, erasedIds } from '../../support/personal-data/aged-verifications.js';
import {
  buildFullVerification,
  LONG_AGO,
  readableValues,
  runEraser,
  valuesOf,
} from '../../support/personal-data/personal-data.js';

const RETENTION = { retentionDays: 30 };

describe('eraseDue', () => {
  const database = useDatabase();
  let db: Database;
  before(() => {
    db = database.db;
  });
  afterEach(() => expectInvariants(db));

  it('leaves nothing of a person that anybody could read, open or try out, with all keys', async () => {
    const client = await buildClient(db, RETENTION);
    const built: BuiltVerification[] = [];
    for (let count = 0; count < 8; count += 1) {
      built.push(await buildFullVerification(db, { clientId: client.id, createdAt: LONG_AGO }));
    }
    const before = readableValues(await valuesOf(db, built[0]?.id ?? ''), built[0] as BuiltVerification);
    expect(before, 'the search finds what is there').to.include.members([
      'verifications.subject_hash',
      'verifications.data_key',
      'verifications.subject_sealed',
      'verifications.subject_masked',
      'verifications.label',
      'checks.details_sealed',
      'checks.reference_sealed',
      'checks.photo_sealed',
      'checks.label',
      'provider_calls.answer_sealed',
      'late_findings.label',
      'review_notes.text_sealed',
      'consent_evidence.subject_hash',
    ]);

    const filled = `num_nonnulls(reference, request_hash, name_hash, parameters_sealed, erasure_due_at)`;
    await db.query(
      `UPDATE verifications SET reference = 'Lease 7', name_hash = subject_hash, request_hash = subject_hash
       WHERE client_id = $1`,
      [client.id],
    );

    expect(await runEraser(db)).to.deep.equal({ requested: 0, expired: 8 });
    const left = await db.query(`SELECT FROM verifications WHERE client_id = $1 AND ${filled} > 0`, [
      client.id,
    ]);
    expect(left, 'nothing to find a person or a case by').to.deep.equal([]);
    for (const verification of built) {
      expect(readableValues(await valuesOf(db, verification.id), verification)).to.deep.equal([]);
    }
    const chains = await verifyConsentChains(db);
    expect(chains.broken).to.deep.equal([]);
    expect(chains.erased).to.equal(8);
    const [announced, ...acts] = await auditOf(db, client.publicId);
    expect(announced).to.deep.include({ actor: 'system', action: 'personal_data.erasure_announced' });
    expect(acts).to.deep.equal([
      {
        actor: 'system',
        action: 'personal_data.retention_ended',
        ip_address: null,
        details: { retention_days: 30, verifications: 8 },
      },
    ]);
  });

  it('erases what it can of others while PostgreSQL fails at one client, and says so', async () => {
    const [damaged, whole] = [await buildAged(db, 1), await buildAged(db, 2)];
    const requested = await buildAged(db, 1);
    await db.query('UPDATE clients SET retention_days = NULL WHERE id = $1', [requested]);
    const erasureOf = async (clientId: string) => {
      const id = newId();
      await db.query('INSERT INTO erasures (id, client_id) VALUES ($1, $2)', [id, clientId]);
      await db.query('UPDATE verifications SET erasure_id = $2 WHERE client_id = $1', [clientId, id]);
    };
    for (const clientId of [damaged, requested]) await erasureOf(clientId);
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'a damaged page' USING ERRCODE = 'data_corrupted'; END $$`);
      await client.query(`CREATE TRIGGER damaged BEFORE UPDATE ON verifications FOR EACH ROW
        WHEN (OLD.client_id = '${damaged}') EXECUTE FUNCTION fail()`);
      const refused = await runEraser(db).catch((error) => error);
      expect(refused).to.have.property('code', 'XX001');
      expect(await erasedIds(db, whole)).to.have.length(2);
      expect(await erasedIds(db, requested)).to.have.length(1);
      expect(await erasedIds(db, damaged)).to.deep.equal([]);
      await client.query('DROP FUNCTION fail CASCADE');
    });
    expect(await runEraser(db)).to.deep.equal({ requested: 1, expired: 0 });
  });

  it('erases what is older than the retention of its client, and nothing else', async () => {
    const [short, long, none] = [
      await buildClient(db, { retentionDays: 30 }),
      await buildClient(db, { retentionDays: 60 }),
      await buildClient(db),
    ];
    const day = 24 * 60 * 60_000;
    const daysAgo = (days: number) => new Date(Date.now() - days * day);
    const build = (clientId: string, days: number) =>
      // Submitted long before: what counts is when it was settled.
      buildVerification(db, {
        clientId,
        status: 'completed',
        createdAt: daysAgo(300),
        completedAt: daysAgo(days),
      });
    await build(short.id, 29);
    const old = await build(short.id, 31);
    await build(long.id, 59);
    const older = await build(long.id, 61);
    await build(none.id, 299);
    expect(await runEraser(db)).to.deep.equal({ requested: 0, expired: 2 });
    expect(await erasedIds(db, short.id)).to.deep.equal([old.id]);
    expect(await erasedIds(db, long.id)).to.deep.equal([older.id]);
    expect(await erasedIds(db, none.id)).to.deep.equal([]);
    expect(await runEraser(db), 'nothing is left to do').to.deep.equal({ requested: 0, expired: 0 });
  });

  it('never erases what is open, nor what a call may still bring an answer for', async () => {
    const { id: clientId } = await buildClient(db, RETENTION);
    for (const status of ['pending', 'manual_review'] as const) {
      await buildVerification(db, { clientId, status, createdAt: LONG_AGO });
    }
    const build = () => buildVerification(db, { clientId, status: 'completed', createdAt: LONG_AGO });
    const [called, other] = [await build(), await build()];
    const call = `WHERE check_id = '${called.checks[0]?.id}'`;
    await withClient(superuserUrlOf(database.url), async (client) => {
      // Not a transition that exists: it stands for whatever might produce such a row.
      await client.query('SET session_replication_role = replica');
      await client.query(`UPDATE provider_calls SET state = 'started', finished_at = NULL ${call}`);
    });
    expect(await runEraser(db)).to.deep.equal({ requested: 0, expired: 1 });
    expect(await erasedIds(db, clientId), 'no call holds up another').to.deep.equal([other.id]);
    await db.query(`UPDATE provider_calls SET state = 'answered', finished_at = now() ${call}`);
    expect(await runEraser(db)).to.deep.equal({ requested: 0, expired: 1 });
    expect(await erasedIds(db, clientId)).to.have.members([called.id, other.id]);
  });

  it('refuses an answer that comes after the erasure, and keeps nothing of it', async () => {
    const { id: clientId } = await buildClient(db, RETENTION);
    const submission = await acceptOne(db, { clientId, serviceCode: 'said_verification' });
    const [callId] = await settleParts(db, submission, ['lost']);
    const release = {
      verificationId: submission.verificationId,
      decision: { kind: 'release', label: 'Released' },
      note: buildNote(),
    } as const;
    await db.transaction((sql) => resolveReview(sql, release, { userId: null }));
    await ageCompleted(db, clientId);
    expect((await runEraser(db)).expired).to.equal(1);

    await settleChecks(db, [settlementOf(submission, callId ?? '', 'positive')]);
    const [call] = await readCalls(db, checkIdOf(submission));
    expect(call).to.include({ state: 'uncertain', answer_sealed: null, late: false });
    expect(await db.query('SELECT FROM late_findings WHERE call_id = $1', [callId])).to.deep.equal([]);
  });

  it('refuses a note that was sealed before the erasure: nobody could ever read it', async () => {
    const client = await buildClient(db, RETENTION);
    const built = await buildFullVerification(db, { clientId: client.id, createdAt: LONG_AGO });
    expect((await runEraser(db)).expired).to.equal(1);
    const add = { verificationId: built.id, note: buildNote() };
    expect(await db.transaction((sql) => addReviewNote(sql, add, { userId: null }))).to.equal(false);
    expect(await db.query('SELECT FROM review_notes WHERE id = $1', [add.note.id])).to.deep.equal([]);
  });

  describe('in batches', () => {
    const COUNT = 2 * ERASURE_BATCH + 10;

    const buildMany = (): Promise<string> => buildAged(db, COUNT);

    it('keeps what is done when it fails in between, and the next pass goes on', async () => {
      const clientId = await buildMany();
      let batches = 0;
      const failing: Database = {
        ...db,
        transaction: (work) =>
          db.transaction(async (sql) => {
            const result = await work(sql);
            // Whole batches: neither the announcement nor the search for another batch.
            if (result === ERASURE_BATCH) batches += 1;
            // As if the process had died before its commit: all of it is rolled back.
            if (batches === 2) throw new Error('died');
            return result;
          }),
      };
      const failure = await runEraser(failing).catch((error: Error) => error.message);
      expect(failure).to.equal('died');
      expect(await erasedIds(db, clientId)).to.have.length(ERASURE_BATCH);
      await expectInvariants(db);
      expect((await runEraser(db)).expired).to.equal(COUNT - ERASURE_BATCH);
      expect(await erasedIds(db, clientId)).to.have.length(COUNT);
    });

    it('stops between two batches when the process is to stop', async () => {
      const clientId = await buildMany();
      let counted = 0;
      const countErased = (_why: string, count: number): void => {
        counted += count;
      };
      const report = await runEraser(db, { countErased, stopping: () => counted > 0 });
      expect(report.expired).to.equal(ERASURE_BATCH);
      expect((await runEraser(db)).expired).to.equal(COUNT - ERASURE_BATCH);
      expect(await erasedIds(db, clientId)).to.have.length(COUNT);
    });

    it('leaves it to another worker that is at it, and passes over rows that somebody has locked', async () => {
      const clientId = await buildMany();
      const other = await database.open();
      await other.transaction(async (sql) => {
        await sql.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.erase]);
        expect((await runEraser(db)).expired).to.equal(0);
      });
      await other.transaction(async (sql) => {
        await sql.query('SELECT FROM verifications WHERE client_id = $1 ORDER BY id LIMIT 3 FOR UPDATE', [
          clientId,
        ]);
        expect((await runEraser(db)).expired).to.equal(COUNT - 3);
      });
      expect((await runEraser(db)).expired).to.equal(3);
    });

    it('erases each once when several workers run at the same time', async () => {
      const clientId = await buildMany();
      const others = [await database.open(), await database.open()];
      let total = 0;
      while ((await erasedIds(db, clientId)).length < COUNT) {
        const reports = await Promise.all([db, ...others].map((each) => runEraser(each)));
        total += reports.reduce((sum, { expired }) => sum + expired, 0);
      }
      expect(total).to.equal(COUNT);
    });
  }).timeout(60_000);
});
