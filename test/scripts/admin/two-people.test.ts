import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { buildVerification } from '../../support/database/factories.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';
import { runAdmin, TEST_ENCRYPTION_KEYS } from '../../support/processes/run-admin.js';

const SUBJECT = '0001010004073';

describe('npm run admin, for what takes two people', function () {
  this.timeout(90_000);

  let api: TestApi;
  let proposer: TestUser;
  let approver: TestUser;
  let user: TestUser & { clientId: string };
  let client: string;
  before(async () => {
    api = await startApi({ config: { twoPeople: true, approvalCredits: 100 } });
    [proposer, approver] = [await api.createStaff('admin'), await api.createStaff('admin')];
  });
  after(() => api.close());
  beforeEach(async () => {
    user = await api.createClientUser({ credits: 50 });
    client = toPublicId('client', user.clientId);
  });

  const run = (...args: string[]) =>
    runAdmin(api.database.url, args, {
      TWO_PEOPLE: 'on',
      APPROVAL_CREDITS: '100',
      ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS,
      INDEX_KEY: testKeys.indexKey.export().toString('base64'),
      REDIS_URL: api.redisUrl,
      SUBJECT,
    });
  /** Another admin's decision on the proposal that a command printed. */
  async function approve(output: string) {
    const [id = ''] = /apr_\w+/.exec(output) ?? [];
    const acts = (await auditOf(api.db, id)).map(({ actor, action }) => [actor, action]);
    expect(acts).to.deep.equal([['system', 'approval.proposed']]);
    const decide = async (who: TestUser) =>
      (await api.signIn(who)).post(`/api/v1/admin/approvals/${id}/approve`);
    expect((await decide(proposer)).status, 'their own').to.equal(409);
    return (await decide(approver)).body;
  }
  const balance = async (): Promise<number> =>
    (await (await api.signIn(user)).get('/api/v1/wallet')).body.balance;

  it('grant-credits proposes a large move in the name of an admin, and moves a small one at once', async () => {
    const grant = (amount: string, ...more: string[]) =>
      run('grant-credits', '--client', client, `--amount=${amount}`, '--note', 'Order 4711', ...more);
    expect((await grant('100')).code).to.equal(0);
    expect(await balance()).to.equal(150);
    const suspended = await api.createStaff('admin');
    await api.db.query('UPDATE users SET suspended = true WHERE id = $1', [suspended.id]);
    for (const nobody of [[], ['--as', 'Thandi M.'], ['--as', user.email], ['--as', suspended.email]]) {
      const refused = await grant('-101', ...nobody);
      expect(refused.code).to.equal(1);
      expect(refused.output).to.include('This needs two people');
    }
    const proposed = await grant('-101', '--as', proposer.email.toUpperCase());
    expect(proposed.code, proposed.output).to.equal(0);
    expect(await balance()).to.equal(150);
    expect(await approve(proposed.output)).to.include({ act: 'credits', state: 'approved' });
    expect(await balance()).to.equal(49);
  });

  it('grant-credits proposes and moves the credits of a key once', async () => {
    const before = await balance();
    const other = toPublicId('client', (await api.createClientUser()).clientId);
    const grant = (amount = 200, to = client) =>
      run(
        ...['grant-credits', '--client', to, `--amount=${amount}`, '--note', 'Order 4712'],
        ...['--key', 'order-4712', '--as', proposer.email],
      );
    const [first, second] = [await grant(), await grant()];
    expect(first.output).to.match(/^Proposed as apr_/);
    expect(second.output, 'the same proposal').to.equal(first.output);
    for (const amount of [201, 2]) {
      expect((await grant(amount)).output).to.match(/^Another amount or note is proposed/);
    }
    expect((await grant(201, other)).output, 'for another client').to.match(/^Proposed as apr_/);
    expect(await approve(first.output)).to.include({ act: 'credits', state: 'approved' });
    expect((await grant()).output).to.match(/^Nothing moved/);
    expect(await balance()).to.equal(before + 200);
  });

  it('grant-credits takes a key again whose proposal was declined, or has expired', async () => {
    const grant = (amount: number) =>
      run(
        ...['grant-credits', '--client', client, `--amount=${amount}`, '--note', 'Order 4713'],
        ...['--key', 'order-4713', '--as', proposer.email],
      );
    const [id = ''] = /apr_\w+/.exec((await grant(200)).output) ?? [];
    const caller = await api.signIn(approver);
    expect((await caller.post(`/api/v1/admin/approvals/${id}/decline`)).status).to.equal(200);
    expect((await grant(201)).output).to.match(/^Proposed as apr_/);
    await api.db.query(`UPDATE approvals SET proposed_at = now() - interval '30 days' WHERE state = 'open'`);
    expect((await grant(202)).output).to.match(/^Proposed as apr_/);
  });

  it('erase-subject proposes', async () => {
    const { id } = await buildVerification(api.db, {
      clientId: user.clientId,
      subject: SUBJECT,
      status: 'completed',
    });
    const erased = async () =>
      (await api.db.query('SELECT FROM verifications WHERE id = $1 AND erased_at IS NOT NULL', [id])).length;
    const proposed = await run(
      ...['erase-subject', '--client', client, '--reason', 'Asked by letter', '--as', proposer.email],
    );
    expect(proposed.code, proposed.output).to.equal(0);
    expect(await erased()).to.equal(0);
    expect(await approve(proposed.output)).to.include({ act: 'erasure', state: 'approved' });
    expect(await erased()).to.equal(1);
  });

  it('requeue proposes where a call is written off, with the provider’s document', async () => {
    const built = await buildVerification(api.db, {
      clientId: user.clientId,
      subject: '+27710000004',
      serviceCode: 'phone_trace',
    });
    expect((await runAdmin(api.database.url, ['quarantine'])).code).to.equal(0);
    const requeue = (...more: string[]) =>
      run(
        ...['requeue', '--request', built.requestId, '--note', 'They say so', '--as', proposer.email],
        ...['--provider-confirmed-no-charge', ...more],
      );
    expect((await requeue()).output).to.include('--provider-document is missing');
    const proposed = await requeue('--provider-document', 'Ticket on 071 000 0004');
    expect(proposed.code, proposed.output).to.equal(0);
    const status = async () =>
      (await (await api.signIn(user)).get(`/api/v1/verifications/${built.requestId}`)).body.status;
    expect(await status()).to.equal('manual_review');
    const second = await requeue('--provider-document', 'Ticket 4712');
    const [id = ''] = /apr_\w+/.exec(proposed.output) ?? [];
    expect(second.output)
      .to.match(/^Already proposed as apr_/)
      .and.include(id);
    expect(await approve(proposed.output)).to.deep.include({
      act: 'requeue',
      state: 'approved',
      summary: { provider_document: 'Ticket on ********0004' },
    });
    expect(await status()).to.equal('pending');
  });
});
