import { expect } from 'chai';
import { type Finding, findBrokenPromises, findStrayCalls } from '../../chaos/check/find-broken-promises.js';
import { findUnerased } from '../../chaos/check/find-unerased.js';
import { findUnopened } from '../../chaos/check/find-unopened.js';
import { type ClientRequest, newRequest } from '../../chaos/client/request.js';
import { withClient } from '../../harness/with-client.js';
import type { SandboxCall } from '../../sandbox/call-log.js';
import type { Submission } from '../../shared/acceptance/submission.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { eraseVerifications } from '../../shared/erasure/erase-verifications.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import type { WireSubjectExport } from '../../shared/wire/personal-data.js';
import type { WireReport } from '../../shared/wire/report.js';
import { dispatch, settlementOf } from '../support/checks/settlements.js';
import { acceptOne } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { useDatabase } from '../support/database/use-database.js';

function call(reference: string, paid = true): SandboxCall {
  return { at: new Date().toISOString(), path: '/verify', case: 'positive', reference, answered: 200, paid };
}

describe('findBrokenPromises', () => {
  const database = useDatabase();

  async function accept(): Promise<{ submission: Submission; request: ClientRequest }> {
    const { id: clientId } = await buildClient(database.db);
    const submission = await acceptOne(database.db, { clientId });
    const request = newRequest(submission.idempotencyKey, 'said_verification', '0001010000071');
    request.ids.add(toPublicId('verification', submission.verificationId));
    return { submission, request };
  }

  async function complete() {
    const accepted = await accept();
    const { db } = database;
    await settleChecks(db, [
      settlementOf(accepted.submission, await dispatch(db, accepted.submission), 'positive'),
    ]);
    return accepted;
  }

  async function kindsOf(
    requests: readonly ClientRequest[],
    calls: readonly SandboxCall[],
  ): Promise<string[]> {
    return (await findBrokenPromises(database.db, requests, calls)).map(({ kind }) => kind);
  }

  it('finds nothing where a request was called once and is completed', async () => {
    const { submission, request } = await complete();
    const [checkId = ''] = submission.checkIds;
    expect(await kindsOf([request], [call(checkId), call(checkId, false)])).to.deep.equal([]);
  });

  it('finds a check that the provider was paid for twice, whatever the workers wrote down', async () => {
    const { submission, request } = await complete();
    const [checkId = ''] = submission.checkIds;
    expect(await kindsOf([request], [call(checkId), call(checkId)])).to.deep.equal(['duplicate']);
  });

  it('finds a request that was accepted and is not there, or is never settled', async () => {
    const gone = newRequest('nobody-has-it', 'said_verification', '0001010000071');
    gone.ids.add(toPublicId('verification', newId()));
    const { request: open } = await accept();
    expect(await kindsOf([gone, open], [])).to.deep.equal(['lost', 'lost']);
  });

  it('finds a key that was answered with two ids, or with another than is stored', async () => {
    const { request: two } = await complete();
    two.ids.add(toPublicId('verification', newId()));
    const { request: other } = await complete();
    other.ids.clear();
    other.ids.add(toPublicId('verification', newId()));
    expect(await kindsOf([two, other], [])).to.deep.equal(['replay', 'replay']);
  });

  it('finds credits that do not add up', async () => {
    const { submission, request } = await complete();
    await withClient(superuserUrlOf(database.url), (client) =>
      client.query('UPDATE wallets SET balance = balance + 1 WHERE client_id = $1', [submission.clientId]),
    );
    expect(await kindsOf([request], [])).to.deep.equal(['imbalance']);
  });

  it('finds paid calls that belong to no check, and forgives refused ones', () => {
    const findings = findStrayCalls(
      [call('known'), call('stray'), call('refused', false)],
      new Set(['known']),
    );
    expect(findings.map(({ what }) => what)).to.deep.equal(['a paid call for unknown check stray']);
  });

  describe('beside the settlement', () => {
    const whatOf = (findings: readonly Finding[]): string[] =>
      findings.map(({ kind, what }) => `${kind}: ${what.replace(/key \S+/, 'key')}`);
    const reportOf = (fields: object): WireReport => fields as WireReport;

    it('finds what is left of requests whose erasure was asked for', async () => {
      const stub = reportOf({
        erased_at: '2026-09-01T08:00:00.000Z',
        subject: '********',
        result: { provider_reference: null },
        checks: [{ details: null }],
      });
      const { submission, request } = await complete();
      const find = async (report?: WireReport) =>
        whatOf(await findUnerased(database.db, [request], async () => report));
      expect(await find(stub)).to.deep.equal(['unerased: key is not marked as erased']);
      await database.db.transaction((sql) => eraseVerifications(sql, [submission.verificationId]));
      expect(await find(stub)).to.deep.equal([]);
      expect(await find({ ...stub, subject: '*********0071' })).to.deep.equal([
        'unerased: the API shows more than the stub of key',
      ]);
      expect(await find(reportOf({ ...stub, checks: [{ details: {} }] }))).to.have.length(1);
      expect(await find()).to.deep.equal(['unerased: the API does not show the stub of key']);
      await database.db.query(
        `UPDATE provider_calls SET answer_sealed = 'left' WHERE check_id = ANY($1::uuid[])`,
        [submission.checkIds],
      );
      expect(await find(stub)).to.deep.equal(['unerased: 1 values are left of key']);
    });

    it('finds requests whose facts or subject nobody can read after a rotation', async () => {
      const { request } = await complete();
      const [requestId = ''] = request.ids;
      const readable = reportOf({ checks: [{ details: {} }] });
      const exported = (subject: string) =>
        ({ verifications: [{ request_id: requestId, subject }] }) as WireSubjectExport;
      const find = async (report: WireReport | undefined, document: WireSubjectExport | undefined) =>
        whatOf(
          await findUnopened(
            [request],
            async () => report,
            async () => document,
          ),
        );
      expect(await find(readable, exported('0001010000071'))).to.deep.equal([]);
      const facts = 'unopened: key the API does not show its facts';
      expect(await find(reportOf({ checks: [{ details: null }] }), exported('0001010000071'))).to.deep.equal([
        facts,
      ]);
      const subject = 'unopened: key the export does not show its subject';
      expect(await find(readable, exported('0001010000072'))).to.deep.equal([subject]);
      expect(await find(undefined, undefined)).to.deep.equal([facts, subject]);
    });
  });
});
