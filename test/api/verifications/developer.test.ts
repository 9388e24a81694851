import { expect } from 'chai';
import { submitAsync } from '../../support/checks/submit.js';
import { buildVerification } from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const PATH = '/api/v1/verifications';
const SUBJECT = '0001010000071';

describe('a developer', () => {
  let api: TestApi;
  let clientId: string;
  let developer: TestClient;
  let requestId: string;
  before(async () => {
    api = await startApi();
    const user = await api.createClientUser({ credits: 100, user: { role: 'developer' } });
    developer = await api.signIn(user);
    clientId = user.clientId;
    const built = await buildVerification(api.db, { clientId, subject: SUBJECT, status: 'completed' });
    requestId = built.requestId;
  });
  after(() => api.close());

  const seen = () => ({ request_id: requestId, status: 'completed', service_code: 'said_verification' });

  it('sees id, status and service of a verification, in lists as in the report', async () => {
    const list = await developer.get(PATH);
    expect(list.body).to.deep.equal({ data: [seen()], next_cursor: null });
    const report = await developer.get(`${PATH}/${requestId}`);
    expect(report.status).to.equal(200);
    expect(report.body).to.deep.equal(seen());
    const csv = await developer.get(PATH, { headers: { accept: 'text/csv' } });
    expect(csv.body.trim().split('\r\n')).to.deep.equal([
      'request_id,status,service_code',
      Object.values(seen()).join(','),
    ]);
  });

  it('cannot tell from an entity tag that the report others see has changed', async () => {
    const tag = (await developer.get(`${PATH}/${requestId}`)).headers.get('etag') ?? '';
    expect(tag).to.contain('.followed');
    const again = await developer.get(`${PATH}/${requestId}`, { headers: { 'if-none-match': tag } });
    expect(again.status).to.equal(304);
  });

  it('cannot tell from an entity tag who submitted it', async () => {
    const submitter = await api.createClientUser({ clientId });
    const submitted = await submitAsync(api.client, await api.login(submitter));
    const tagOf = async () => (await developer.get(`${PATH}/${submitted}`)).headers.get('etag');
    const before = await tagOf();
    await api.db.query(`UPDATE users SET name = 'Vera Sample' WHERE id = $1`, [submitter.id]);
    expect(await tagOf())
      .to.be.a('string')
      .and.equal(before);
  });

  it('cannot continue somebody else’s search for a subject by its cursor', async () => {
    await buildVerification(api.db, { clientId, subject: SUBJECT });
    const owner = await api.signIn(await api.createClientUser({ clientId }));
    const search = { subject: SUBJECT, limit: 1 };
    const { next_cursor: cursor } = (await owner.post(`${PATH}/search`, search)).body;
    expect(cursor).to.be.a('string');
    expectError(await developer.get(`${PATH}?cursor=${cursor}`), { httpStatus: 403, status: 'forbidden' });
    const page = (await developer.get(`${PATH}?limit=1`)).body;
    expect((await developer.get(`${PATH}?cursor=${page.next_cursor}`)).status).to.equal(200);
  });

  const refused: [string, () => string, Record<string, string>?][] = [
    ['the document', () => `${PATH}/${requestId}/report.pdf`],
    ['the document by Accept', () => `${PATH}/${requestId}`, { accept: 'application/pdf' }],
    ['the photograph', () => `${PATH}/${requestId}/photo`],
    ['a search by subject', () => `${PATH}?subject=${SUBJECT}`],
    ['a search by outcome', () => `${PATH}?outcome=positive`],
    ['a search by reference', () => `${PATH}?reference=x`],
    ['the wallet', () => '/api/v1/wallet'],
  ];
  for (const [what, path, headers = {}] of refused) {
    it(`is refused ${what} with 403`, async () => {
      expectError(await developer.get(path(), { headers }), { httpStatus: 403, status: 'forbidden' });
    });
  }

  it('manages keys and webhooks', async () => {
    expect((await developer.post('/api/v1/api-keys', { name: 'Build' })).status).to.equal(201);
    expect((await developer.get('/api/v1/webhooks')).status).to.equal(200);
  });
});
