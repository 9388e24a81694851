import { expect } from 'chai';
import type pg from 'pg';
import { withClient } from '../../../harness/with-client.js';
import { sqlOf } from '../../../scripts/schema/sql-of.js';
import { type BrokenLink, verifyConsentChains } from '../../../scripts/verify/verify-consent-chains.js';
import type { Submission } from '../../../shared/acceptance/submission.js';
import { newId } from '../../../shared/domain/ids.js';
import { acceptAll } from '../../support/checks/submissions.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';

const LENGTH = 5;
const DOES_NOT_MATCH = 'its content does not match its hash';
const DOES_NOT_CONTINUE = 'it does not continue the row before it';

/** For each column, an expression that returns a value other than the row's. */
const CHANGES: Readonly<Record<string, string>> = {
  wording_version: `'1999-01'`,
  client_id: 'gen_random_uuid()',
  evidence_no: 'evidence_no + 100',
  verification_id: 'gen_random_uuid()',
  service_code: `'alive_status'`,
  subject_hash: 'sha256(subject_hash)',
  purpose: `purpose || ' '`,
  authority_confirmed: 'NOT authority_confirmed',
  charge_approved: 'NOT charge_approved',
  biometric_consent: 'NOT biometric_consent',
  credits: 'credits + 1',
  credits_approved: '0',
  price_release: `'2026-10'`,
  recorded_by: `recorded_by || 'x'`,
  channel: `'portal'`,
  recorded_at: `recorded_at + interval '1 millisecond'`,
  previous_hash: 'sha256(previous_hash)',
  hash: 'sha256(hash)',
};

describe('verifyConsentChains', () => {
  const database = useDatabase();
  let submissions: Submission[];
  let bystander: string;

  before(async () => {
    const [client, other] = [await buildClient(database.db), await buildClient(database.db)];
    bystander = other.id;
    await acceptAll(database.db, [{ clientId: other.id }, { clientId: other.id }]);
    submissions = await acceptAll(
      database.db,
      Array.from({ length: LENGTH }, (_, index) => ({
        clientId: client.id,
        ...(index % 2 === 0 && { creditsApproved: 5 }),
      })),
    );
  });

  /** The submission whose consent has this number. */
  function submissionOf(evidenceNo: number): Submission {
    const submission = submissions[evidenceNo - 1];
    if (submission === undefined) throw new Error(`No consent ${evidenceNo}`);
    return submission;
  }

  /** What the verifier reports after tampering with full privileges; all of it is rolled back. */
  function brokenAfter(tamper: (client: pg.Client) => Promise<unknown>): Promise<BrokenLink[]> {
    return withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('BEGIN');
      await client.query('SET LOCAL session_replication_role = replica');
      await tamper(client);
      const { broken } = await verifyConsentChains(sqlOf(client));
      await client.query('ROLLBACK');
      return broken.filter(({ clientId }) => clientId === submissionOf(1).clientId);
    });
  }

  function at(evidenceNo: number): string {
    return `client_id = '${submissionOf(1).clientId}' AND evidence_no = ${evidenceNo}`;
  }

  function link(evidenceNo: number, problem: string, verificationId?: string): BrokenLink {
    const submission = submissionOf(evidenceNo);
    return {
      clientId: submission.clientId,
      evidenceNo,
      verificationId: verificationId ?? submission.verificationId,
      problem,
    };
  }

  it('finds nothing wrong with what the service wrote, and counts it', async () => {
    expect(await verifyConsentChains(database.db)).to.deep.equal({
      rows: LENGTH + 2,
      clients: 2,
      erased: 0,
      broken: [],
    });
  });

  it('has a case for every column', async () => {
    const columns = await database.db.query<{ name: string }>(
      `SELECT column_name::text AS name FROM information_schema.columns WHERE table_name = 'consent_evidence'`,
    );
    expect(Object.keys(CHANGES).sort()).to.deep.equal(columns.map(({ name }) => name).sort());
  });

  for (const [column, expression] of Object.entries(CHANGES)) {
    // A missing row is noticed at the one after it.
    const moved = column === 'client_id' || column === 'evidence_no';
    it(`names the row whose ${column} was changed${moved ? ', by the gap that it leaves' : ''}`, async () => {
      const [first] = await brokenAfter((client) =>
        client.query(`UPDATE consent_evidence SET ${column} = ${expression} WHERE ${at(3)}`),
      );
      if (moved) {
        expect(first).to.deep.equal(link(4, 'a row is missing before it: number 3 was expected'));
      } else if (column === 'verification_id') {
        expect(first).to.deep.include({ evidenceNo: 3, problem: DOES_NOT_MATCH });
      } else {
        expect(first).to.deep.equal(link(3, column === 'previous_hash' ? DOES_NOT_CONTINUE : DOES_NOT_MATCH));
      }
    });

    it(`notices a changed ${column} in the last row as well`, async () => {
      const broken = await brokenAfter((client) =>
        client.query(`UPDATE consent_evidence SET ${column} = ${expression} WHERE ${at(LENGTH)}`),
      );
      expect(broken).to.have.lengthOf(1);
    });
  }

  it('names the row behind one that was deleted', async () => {
    expect(
      await brokenAfter((client) => client.query(`DELETE FROM consent_evidence WHERE ${at(2)}`)),
    ).to.deep.equal([link(3, 'a row is missing before it: number 2 was expected')]);
  });

  it('names the row behind a deleted one whose number was closed up', async () => {
    expect(
      await brokenAfter(async (client) => {
        await client.query(`DELETE FROM consent_evidence WHERE ${at(2)}`);
        for (const no of [3, 4, 5]) {
          await client.query(`UPDATE consent_evidence SET evidence_no = ${no - 1} WHERE ${at(no)}`);
        }
      }),
    ).to.deep.equal([link(2, DOES_NOT_CONTINUE, submissionOf(3).verificationId)]);
  });

  it('names the verification whose consent, the last of the chain, was deleted', async () => {
    expect(
      await brokenAfter((client) => client.query(`DELETE FROM consent_evidence WHERE ${at(LENGTH)}`)),
    ).to.deep.equal([link(LENGTH, 'the verification has no consent evidence')]);
  });

  it('names the first verification when all consents of a client were deleted', async () => {
    const [first] = await brokenAfter((client) =>
      client.query(`DELETE FROM consent_evidence WHERE client_id = '${submissionOf(1).clientId}'`),
    );
    expect(first).to.deep.include({ evidenceNo: 1, problem: 'the verification has no consent evidence' });
  });

  /** Copies a row under another number, as if it had been there. */
  function insertCopy(client: pg.Client, from: number, evidenceNo: number): Promise<unknown> {
    return client.query(
      `INSERT INTO consent_evidence SELECT (jsonb_populate_record(e, jsonb_build_object(
         'evidence_no', ${evidenceNo}, 'verification_id', '${newId()}'))).* FROM consent_evidence e WHERE ${at(from)}`,
    );
  }

  it('names a row that was put at the end', async () => {
    const [first] = await brokenAfter((client) => insertCopy(client, LENGTH, LENGTH + 1));
    expect(first).to.deep.include({ evidenceNo: LENGTH + 1, problem: DOES_NOT_CONTINUE });
  });

  it('names a row that was put between others', async () => {
    const [first] = await brokenAfter(async (client) => {
      for (const no of [5, 4, 3]) {
        await client.query(`UPDATE consent_evidence SET evidence_no = ${no + 1} WHERE ${at(no)}`);
      }
      await insertCopy(client, 2, 3);
    });
    expect(first).to.deep.include({ evidenceNo: 3, problem: DOES_NOT_CONTINUE });
  });

  it('names both rows that changed places, by the first of them', async () => {
    const [first] = await brokenAfter(async (client) => {
      await client.query(`UPDATE consent_evidence SET evidence_no = 99 WHERE ${at(2)}`);
      await client.query(`UPDATE consent_evidence SET evidence_no = 2 WHERE ${at(3)}`);
      await client.query(`UPDATE consent_evidence SET evidence_no = 3 WHERE ${at(99)}`);
    });
    expect(first).to.deep.equal(link(2, DOES_NOT_CONTINUE, submissionOf(3).verificationId));
  });

  it('names a verification of another client that took over a consent', async () => {
    const broken = await brokenAfter(async (client) => {
      await client.query(
        `UPDATE consent_evidence SET client_id = '${bystander}', evidence_no = 3 WHERE ${at(5)}`,
      );
    });
    expect(broken).to.deep.equal([link(5, 'the verification has no consent evidence')]);
  });

  it('verifies chains that are longer than what it reads at once', async () => {
    const client = await buildClient(database.db, { balance: 10_000 });
    const long: Submission[] = [];
    for (let batch = 0; batch < 5; batch += 1) {
      long.push(
        ...(await acceptAll(
          database.db,
          Array.from({ length: 201 }, () => ({ clientId: client.id })),
        )),
      );
    }
    expect((await verifyConsentChains(database.db)).rows).to.equal(LENGTH + 2 + long.length);
    const broken = await withClient(superuserUrlOf(database.url), async (superuser) => {
      await superuser.query('SET session_replication_role = replica');
      await superuser.query('UPDATE consent_evidence SET credits = 1 WHERE verification_id = $1', [
        long[1_001]?.verificationId,
      ]);
      return (await verifyConsentChains(database.db)).broken;
    });
    expect(broken.map(({ evidenceNo }) => evidenceNo)).to.deep.equal([1_002]);
  });
});
