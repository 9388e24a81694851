import { expect } from 'chai';
import type { Submission } from '../../api/verifications/submission.js';
import { findBrokenPromises, findStrayCalls } from '../../chaos/check/find-broken-promises.js';
import { type ClientRequest, newRequest } from '../../chaos/client/request.js';
import type { SandboxCall } from '../../sandbox/call-log.js';
import { settleChecks } from '../../shared/commands/settle-checks.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { buildClient } from '../support/factories.js';
import { dispatch, settlementOf } from '../support/settlements.js';
import { acceptOne } from '../support/submissions.js';
import { superuserUrlOf, withClient } from '../support/superuser.js';
import { useDatabase } from '../support/use-database.js';

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
});
