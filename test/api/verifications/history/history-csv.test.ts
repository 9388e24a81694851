import { expect } from 'chai';
import { buildVerification, type VerificationOverrides } from '../../../support/database/factories.js';
import { type Caller, signInClient } from '../../../support/http/caller.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';

describe('GET /api/v1/verifications as CSV', () => {
  let api: TestApi;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const build = (caller: Caller, overrides: Omit<VerificationOverrides, 'clientId'> = {}) =>
    buildVerification(api.db, { clientId: caller.clientId, ...overrides });
  it('gives the same page with a header row', async () => {
    const caller = await signInClient(api);
    const first = await build(caller, { createdAt: new Date('2026-09-01T08:00:00Z') });
    const second = await build(caller, {
      status: 'completed',
      label: 'Confirmed, "as expected"',
      createdAt: new Date('2026-09-02T08:00:00Z'),
    });
    const answer = await caller.get('/api/v1/verifications', { Accept: 'text/csv' });
    expect(answer.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).to.equal('attachment; filename=verifications.csv');
    expect(answer.body.split('\r\n')).to.deep.equal([
      'request_id,created_at,service_code,service_label,subject,status,credits_reserved,credits_charged,result_label,result_outcome,reference,purpose,submitted_by,submitted_by_name',
      `${second.requestId},2026-09-02T08:00:00.000Z,said_verification,SA ID (Basic),*********0071,completed,0,5,"Confirmed, ""as expected""",positive,,Test of a prospective employee,,`,
      `${first.requestId},2026-09-01T08:00:00.000Z,said_verification,SA ID (Basic),*********0071,pending,5,0,,,,Test of a prospective employee,,`,
      '',
    ]);
  });

  it('disarms what a spreadsheet would run as a formula', async () => {
    const caller = await signInClient(api);
    const labels = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c x",1'];
    for (const [second, label] of labels.entries()) {
      await build(caller, {
        status: 'completed',
        label,
        createdAt: new Date(Date.UTC(2026, 8, 1, 8, 0, second)),
      });
    }
    const answer = await caller.get('/api/v1/verifications', { Accept: 'text/csv' });
    const text = answer.body;
    for (const label of labels) {
      const quoted = `'${label}`.replaceAll('"', '""');
      expect(text, JSON.stringify(label)).to.match(
        new RegExp(`,"?${quoted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}"?,positive,`),
      );
    }
  });

  it('follows the preferences of the caller', async () => {
    const caller = await signInClient(api);
    const typeFor = async (accept: string) =>
      (await caller.get('/api/v1/verifications', { Accept: accept })).headers.get('content-type');
    expect(await typeFor('application/json;q=0.5, text/csv')).to.match(/^text\/csv/);
    expect(await typeFor('text/csv;q=0.5, application/json')).to.match(/^application\/json/);
    expect(await typeFor('text/csv; charset=utf-8')).to.match(/^text\/csv/);
    expect(await typeFor('text/csv;charset=UTF-8, application/json;q=0.5')).to.match(/^text\/csv/);
    expect(await typeFor('application/json; charset=utf-8, text/csv;q=0.5')).to.match(/^application\/json/);
    expect(await typeFor('text/csv; charset=iso-8859-1')).to.match(/^application\/json/);
    expect(await typeFor('*/*')).to.match(/^application\/json/);
    expect(await typeFor('application/pdf')).to.match(/^application\/json/);
  });

  it('is everything, from the given place on, unless there is a limit', async () => {
    const caller = await signInClient(api);
    for (let minute = 0; minute < 30; minute += 1) {
      await build(caller, { createdAt: new Date(Date.UTC(2026, 8, 1, 8, minute)) });
    }
    const csv = { Accept: 'text/csv' };
    const linesOf = (answer: { body: string }) => answer.body.trimEnd().split('\r\n').slice(1);
    const all = await caller.get('/api/v1/verifications', csv);
    expect(linesOf(all)).to.have.length(30);
    expect(all.headers.get('link')).to.equal(null);
    expect(all.headers.get('vary')).to.equal('Accept');
    const page = await caller.get('/api/v1/verifications?limit=10', csv);
    expect(linesOf(page)).to.deep.equal(linesOf(all).slice(0, 10));
    const [, cursor] = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '') ?? [];
    const rest = await caller.get(`/api/v1/verifications?cursor=${cursor}`, csv);
    expect(linesOf(rest)).to.deep.equal(linesOf(all).slice(10));
  });

  it('answers HEAD with the headers of the whole file, whose length nobody knows yet', async () => {
    const caller = await signInClient(api);
    for (let index = 0; index < 30; index += 1) await build(caller);
    const client = api.client.withToken(caller.token);
    const csv = { headers: { Accept: 'text/csv' } };
    const headersOf = async (method: string, query = '') => {
      const answer = await client.send(method, `/api/v1/verifications${query}`, csv);
      expect(answer.status).to.equal(200);
      const names = ['content-type', 'content-disposition', 'content-length', 'link', 'vary'];
      return names.map((name) => answer.headers.get(name)?.replace(/cursor=[^&>]+/, 'cursor'));
    };
    expect(await headersOf('HEAD')).to.deep.equal(await headersOf('GET'));
    expect(await headersOf('HEAD', '?limit=2')).to.deep.equal(await headersOf('GET', '?limit=2'));
  });

  it('pages by the Link header', async () => {
    const caller = await signInClient(api);
    await build(caller);
    await build(caller);
    const answer = await caller.get('/api/v1/verifications?limit=1', { Accept: 'text/csv' });
    expect(answer.headers.get('link')).to.contain('rel="next"');
  });
});
