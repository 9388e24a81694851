import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { createLogger } from '../../../shared/logger.js';
import { sendDueMails } from '../../../worker/mail/send-due-mails.js';
import type { OutgoingMail } from '../../../worker/mail/transport.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { passwordStep, setUpTotp, signInByCookie } from '../../support/accounts/second-factor.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { atClock } from '../../support/time/wrong-clock.js';

const RESETS = '/api/v1/password-resets';
const COMPLETE = `${RESETS}/complete`;
const PASSWORD = 'correct horse battery staple';

describe('a forgotten password', () => {
  let api: TestApi;
  const sent: OutgoingMail[] = [];
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  /** Runs the worker's processing of the reset requests so far. */
  const work = () =>
    sendDueMails({
      db: api.deps.db.scoped('mail'),
      keyring: api.deps.config.encryptionKeys,
      send: async (mail) => void sent.push(mail),
      logger: createLogger({ process: 'worker', level: 'silent' }),
      metrics: { countAttempt: () => undefined },
      base: undefined,
      handedOver: new Set(),
      stopping: () => false,
    });

  async function linkFor({ email }: TestUser): Promise<string> {
    // One person may ask at most once a minute.
    await api.db.query(`UPDATE mails SET created_at = created_at - interval '2 minutes' WHERE email = $1`, [
      email,
    ]);
    expect((await api.client.post(RESETS, { email })).status).to.equal(202);
    await work();
    const mail = sent.findLast(({ to }) => to === email);
    return /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  }

  const complete = (token: string, new_password = PASSWORD) =>
    api.client.post(COMPLETE, { token, new_password });

  it('cannot be reset by a link made by a clock that was years ahead, which would be valid for years', async () => {
    const user = await api.createClientUser();
    const token = await linkFor(user);
    await api.db.query(
      `UPDATE password_resets SET expires_at = expires_at + interval '2000 days' WHERE user_id = $1`,
      [user.id],
    );
    expect((await complete(token)).status).to.equal(404);
  });

  it('cannot be reset by a link that has expired by either clock', async () => {
    const token = await linkFor(await api.createClientUser());
    expect((await atClock(3_600_000, () => complete(token))).status).to.equal(404);
    expect((await complete(token)).status).to.equal(204);
  });

  it('is reset once by many concurrent uses of a link, which ends every session and every other link', async () => {
    const user = await api.createClientUser();
    const [session, browser] = [await api.signIn(user), await signInByCookie(api, user)];
    const [first, second] = [await linkFor(user), await linkFor(user)];
    expect(first).not.to.equal(second);
    const ofColleague = await linkFor(await api.createClientUser({ clientId: user.clientId }));
    expect((await complete(second, 'short')).status).to.equal(422);
    const answers = await Promise.all([1, 2, 3].map(() => complete(second)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 404, 404]);
    for (const signedIn of [session, browser]) {
      expectError(await signedIn.get('/api/v1/me'), { httpStatus: 401, status: 'unauthorized' });
    }
    expectError(await complete(first), { httpStatus: 404, status: 'not_found' });
    expect((await passwordStep(api, user)).status).to.equal(401);
    expect((await passwordStep(api, { ...user, password: PASSWORD })).status).to.equal(200);
    expect((await complete(ofColleague)).status, 'of nobody else').to.equal(204);
  });

  it('is reset for whoever has tried ten others before, and can be used at once', async () => {
    const user = await api.createClientUser();
    for (let tried = 0; tried < 10; tried += 1)
      await passwordStep(api, { ...user, password: `guess ${tried}` });
    expect((await passwordStep(api, user)).status).to.equal(429);
    expect((await complete(await linkFor(user))).status).to.equal(204);
    expect((await passwordStep(api, { ...user, password: PASSWORD })).status).to.equal(200);
  });

  it('is reset without resetting the second factor', async () => {
    const user = await setUpTotp(api, await api.createClientUser());
    expect((await complete(await linkFor(user))).status).to.equal(204);
    const answer = await passwordStep(api, { ...user, password: PASSWORD });
    expect(answer.body.status).to.equal('second_factor_required');
    expect(answer.body).not.to.have.property('access_token');
  });

  it('is reset by a link that fifty mail scanners may open without using it up', async () => {
    const user = await api.createClientUser();
    const token = await linkFor(user);
    for (let scanner = 0; scanner < 50; scanner += 1) {
      // The fragment of an address never leaves the scanner.
      const opened = await api.client.send(scanner % 2 === 0 ? 'GET' : 'HEAD', '/reset-password');
      expect(opened.status).to.be.oneOf([200, 404]);
      expect((await api.client.get(COMPLETE)).status).to.equal(405);
    }
    await api.db.query('UPDATE password_resets SET expires_at = now() WHERE user_id = $1', [user.id]);
    expect((await complete(token)).status).to.equal(404);
    await api.db.query(
      `UPDATE password_resets SET expires_at = now() + interval '1 minute' WHERE user_id = $1`,
      [user.id],
    );
    expect((await complete(token)).status).to.equal(204);
  });

  it('can be requested with the same response and the same work, whether the account exists or not', async () => {
    const known = await api.createClientUser();
    const unknown = `nobody-${known.publicId}@example.test`;
    const answers = [];
    for (const email of [known.email, unknown]) answers.push(await api.client.post(RESETS, { email }));
    expect(answers[0]?.status).to.equal(202);
    expect(answers[0]?.body).to.deep.equal(answers[1]?.body);
    const rows = await api.db.query(
      `SELECT kind, status, client_id, user_id, secret_sealed FROM mails WHERE email IN ($1, $2)`,
      [known.email, unknown],
    );
    expect(rows).to.have.length(2);
    expect(rows[0]).to.deep.equal(rows[1]);
    await work();
    expect(sent.filter(({ to }) => to === unknown)).to.deep.equal([]);
    // Once a mail is deleted, no usable secret is left.
    const mails = await api.db.query<{ id: string; secret_sealed: Buffer | null }>('SELECT * FROM mails');
    expect(mails.every(({ secret_sealed }) => secret_sealed === null)).to.equal(true);
  });

  it('can be requested a hundred times in 15 minutes from one address, after which the same response does nothing', async () => {
    const flooded = await startApi({ config: { trustProxy: 1 } });
    const headers = (address: string) => ({ 'x-forwarded-for': address });
    const ask = (email: string, address: string) =>
      flooded.client.send('POST', RESETS, { json: { email }, headers: headers(address) });
    try {
      const flood = Array.from({ length: 120 }, (_, i) => ask(`flood-${i}@example.test`, '203.0.113.9'));
      const answers = await Promise.all([...flood, ask('other@example.test', '203.0.113.10')]);
      expect([...new Set(answers.map(({ status, body }) => `${status} ${body.message}`))]).to.have.length(1);
      const noted = await flooded.db.query<{ email: string }>('SELECT email FROM mails');
      expect(noted).to.have.length(101);
      expect(noted.map(({ email }) => email)).to.include('other@example.test');
    } finally {
      await flooded.close();
    }
  });

  it('leaves no working link once the password changes in any other way', async () => {
    const admin = await api.signIn(await api.createStaff('admin'));
    const own = await api.createClientUser();
    const links = { own: await linkFor(own) };
    const changed = await (await api.signIn(own)).post('/api/v1/me/password', {
      current_password: own.password,
      new_password: PASSWORD,
    });
    expect(changed.status).to.equal(204);
    expect((await complete(links.own, 'a password of the thief')).status).to.equal(404);
    expect((await passwordStep(api, { ...own, password: PASSWORD })).status).to.equal(200);
    for (const change of [{ reset_password: true }, { role: 'viewer' }, { suspended: true }]) {
      const user = await api.createClientUser();
      const token = await linkFor(user);
      const address = `/api/v1/admin/clients/${toPublicId('client', user.clientId)}/users/${user.publicId}`;
      expect((await admin.send('PATCH', address, { json: change })).status).to.equal(200);
      await admin.send('PATCH', address, { json: { suspended: false } });
      expect((await complete(token)).status, JSON.stringify(change)).to.equal(404);
    }
  });

  it('of somebody who is suspended or has left stays as it is', async () => {
    const user = await api.createClientUser();
    const token = await linkFor(user);
    await api.db.query('UPDATE users SET suspended = true WHERE id = $1', [user.id]);
    expect((await complete(token)).status).to.equal(404);
    const before = sent.length;
    await api.db.query(`UPDATE mails SET created_at = created_at - interval '2 minutes'`);
    await api.client.post(RESETS, { email: user.email });
    await work();
    expect(sent).to.have.length(before);
  });
});
