import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { PHOTO_BASE64 } from '../../../shared/simulation/photo.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { buildVerification } from '../../support/database/factories.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { pngOf } from '../../support/uploads/pictures.js';

const LOGO = '/api/v1/logo';
const PNG = pngOf({ width: 60, height: 20, colour: 6 });
const JPEG = Buffer.from(PHOTO_BASE64, 'base64');

describe('the logo of a client', () => {
  let api: TestApi;
  let user: TestUser & { clientId: string };
  let owner: TestClient;
  let admin: TestClient;
  let adminPath: string;
  before(async () => {
    api = await startApi();
    admin = await api.signIn(await api.createStaff('admin'));
  });
  after(() => api.close());
  beforeEach(async () => {
    user = await api.createClientUser();
    owner = await api.signIn(user);
    adminPath = `/api/v1/admin/clients/${toPublicId('client', user.clientId)}/logo`;
  });

  const put = (by: TestClient, picture: Buffer, { path = LOGO, type = 'image/png' } = {}): Promise<Answer> =>
    by.send('PUT', path, { body: new Uint8Array(picture), headers: { 'content-type': type } });
  const fetchLogo = async (by: TestClient, path = LOGO, headers: Record<string, string> = {}) => {
    const answer = await by.get(path, { headers });
    return { ...answer, type: answer.headers.get('content-type') };
  };
  const pdfOf = async (token: string, requestId: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${api.url}/api/v1/verifications/${requestId}/report.pdf`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    return {
      status: answer.status,
      etag: answer.headers.get('etag') ?? '',
      file: Buffer.from(await answer.arrayBuffer()),
    };
  };

  it('is what its owner uploaded, until it is another or none', async () => {
    expect((await fetchLogo(owner)).status).to.equal(404);
    const taken = await put(owner, PNG);
    expect(taken.status).to.equal(200);
    expect(taken.body).to.deep.equal({ media_type: 'image/png', width: 60, height: 20, bytes: PNG.length });
    expect(await bytesOf(owner)).to.deep.equal({ type: 'image/png', bytes: PNG });
    await put(owner, JPEG, { type: 'image/jpeg' });
    expect(await bytesOf(owner)).to.deep.equal({ type: 'image/jpeg', bytes: JPEG });
    for (let time = 0; time < 2; time++) expect((await owner.send('DELETE', LOGO)).status).to.equal(204);
    expect((await fetchLogo(owner)).status).to.equal(404);
  });

  async function bytesOf(by: TestClient) {
    const { headers } = await by.get(LOGO);
    const token = await api.login(user);
    const answer = await fetch(`${api.url}${LOGO}`, { headers: { authorization: `Bearer ${token}` } });
    return { type: headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  it('is what its bytes are, whatever was said of them', async () => {
    await put(owner, JPEG, { type: 'image/png' });
    const { type, headers } = await fetchLogo(owner);
    expect(type).to.equal('image/jpeg');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    expect(headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(headers.get('cache-control')).to.equal('private, no-cache');
  });

  it('is 304 for who has it, and anew once it is another', async () => {
    await put(owner, PNG);
    const etag = (await fetchLogo(owner)).headers.get('etag') ?? '';
    expect((await fetchLogo(owner, LOGO, { 'if-none-match': etag })).status).to.equal(304);
    await put(owner, JPEG);
    expect((await fetchLogo(owner, LOGO, { 'if-none-match': etag })).status).to.equal(200);
  });

  const refusals: [name: string, file: Buffer, type: string, status: number, word: string][] = [
    ['no picture', Buffer.from('<svg/>'), 'image/png', 422, 'invalid_picture'],
    ['a picture of another type', PNG, 'image/svg+xml', 415, 'image/png or image/jpeg'],
    ['JSON', Buffer.from('{}'), 'application/json', 415, 'image/png or image/jpeg'],
    ['more than 256 KiB', Buffer.alloc(262_145), 'image/png', 413, '256 KiB'],
    ['much more than 256 KiB', Buffer.alloc(1_500_000), 'image/png', 413, '256 KiB'],
    ['nothing', Buffer.alloc(0), 'image/png', 400, 'no body'],
  ];
  for (const [name, file, type, status, word] of refusals) {
    it(`is not ${name}: ${status}, and the one before stays`, async () => {
      await put(owner, PNG);
      const answer = await put(owner, file, { type });
      expect(answer.status).to.equal(status);
      expect(JSON.stringify(answer.body)).to.include(word);
      expect((await bytesOf(owner)).bytes.equals(PNG)).to.equal(true);
    });
  }

  it('may be changed by owners and admins, seen by the team and staff, and by nobody else', async () => {
    await put(owner, PNG);
    for (const role of ['submitter', 'viewer', 'developer'] as const) {
      const member = await api.signIn(
        await api.createClientUser({ clientId: user.clientId, user: { role } }),
      );
      expect((await fetchLogo(member)).status, role).to.equal(200);
      expect((await put(member, JPEG)).status, role).to.equal(403);
      expect((await member.send('DELETE', LOGO)).status, role).to.equal(403);
    }
    const stranger = await api.signIn(await api.createClientUser());
    expect((await fetchLogo(stranger)).status).to.equal(404);
    const { client } = (await stranger.get('/api/v1/me')).body;
    const strangersLogo = await fetchLogo(admin, `/api/v1/admin/clients/${client.client_id}/logo`);
    expect(strangersLogo.status, 'to staff, who see those of all').to.equal(404);
    const auditor = await api.signIn(await api.createStaff('auditor'));
    expect((await fetchLogo(auditor, adminPath)).status).to.equal(200);
    expect((await put(auditor, JPEG, { path: adminPath })).status).to.equal(403);
    expect((await put(admin, JPEG, { path: adminPath })).status).to.equal(200);
    expect((await bytesOf(owner)).type).to.equal('image/jpeg');
    expect((await admin.send('DELETE', adminPath)).status).to.equal(204);
    expect((await fetchLogo(owner)).status).to.equal(404);
  });

  it('is in the audit log whenever it changes, and only then', async () => {
    await put(owner, PNG);
    await put(owner, PNG);
    await owner.send('DELETE', LOGO);
    await owner.send('DELETE', LOGO);
    const acts = await auditOf(api.db, toPublicId('client', user.clientId));
    const about = acts.filter(({ action }) => action.startsWith('client.logo'));
    expect(about.map(({ action }) => action)).to.deep.equal(['client.logo_changed', 'client.logo_removed']);
    expect(about[0]?.details).to.deep.equal({
      media_type: 'image/png',
      width: 60,
      height: 20,
      bytes: PNG.length,
    });
  });

  it('stands at the head of the PDF, described for those who cannot see it, and the tag changes with it', async () => {
    const { requestId } = await buildVerification(api.db, { clientId: user.clientId, status: 'completed' });
    const token = await api.login(user);
    const without = await pdfOf(token, requestId);
    expect(without.file.includes('Logo of')).to.equal(false);
    await put(owner, JPEG);
    const shown = await pdfOf(token, requestId, { 'if-none-match': without.etag });
    expect(shown.status).to.equal(200);
    expect(shown.file.includes(JPEG)).to.equal(true);
    expect(shown.file.includes('Logo of')).to.equal(true);
    expect((await pdfOf(token, requestId, { 'if-none-match': shown.etag })).status).to.equal(304);
    await owner.send('DELETE', LOGO);
    expect((await pdfOf(token, requestId)).file.equals(without.file)).to.equal(true);
  });

  it('is put into the same file every time, transparent or not', async () => {
    const { requestId } = await buildVerification(api.db, { clientId: user.clientId, status: 'completed' });
    const token = await api.login(user);
    for (const colour of [0, 2, 3, 4, 6]) {
      await put(owner, pngOf({ colour, width: 80, height: 40 }));
      const [one, other] = [await pdfOf(token, requestId), await pdfOf(token, requestId)];
      expect(one.status).to.equal(200);
      expect(one.file.includes('/Width 80')).to.equal(true);
      expect(one.file.equals(other.file), `colour ${colour}`).to.equal(true);
    }
  });

  it('is that of the live side in test mode', async () => {
    await put(owner, PNG);
    const key = (await owner.post('/api/v1/api-keys', { name: 'Tests', mode: 'test' })).body.api_key;
    const submitted = await api.client.withToken(key).post('/api/v1/verifications', {
      service_code: 'said_verification',
      subject: '0001010000071',
      purpose: 'Test of a logo',
      authority_confirmed: true,
      charge_approved: true,
      idempotency_key: 'logo-in-test-mode',
    });
    const { status, file } = await pdfOf(key, submitted.body.request_id);
    expect(status).to.equal(200);
    expect(file.includes('Logo of')).to.equal(true);
  });
});
