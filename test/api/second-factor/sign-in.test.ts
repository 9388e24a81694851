import { expect } from 'chai';
import {
  browserOf,
  type FactorUser,
  factorStep,
  passwordStep,
  setUpTotp,
} from '../../support/accounts/second-factor.js';
import { lastTotpCode, nextTotpCode, totpCode } from '../../support/accounts/totp.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('signing in with a second factor', () => {
  let api: TestApi;
  let person: FactorUser & { clientId: string };
  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    const user = await api.createClientUser();
    person = { ...(await setUpTotp(api, user)), clientId: user.clientId };
  });
  after(() => api.close());

  const challengeOf = async (more: object = {}): Promise<string> =>
    (await passwordStep(api, person, more)).body.challenge;

  it('gives the password alone nothing but a challenge', async () => {
    const answer = await passwordStep(api, person, { session: 'cookie' });
    expect(answer.status).to.equal(200);
    expect(answer.body).to.have.all.keys('status', 'challenge', 'methods', 'expires_in');
    expect(answer.body).to.deep.include({
      status: 'second_factor_required',
      methods: ['totp', 'recovery_code'],
      expires_in: 300,
    });
    expect(answer.headers.get('set-cookie')).to.equal(null);
    const asToken = await api.client.withToken(answer.body.challenge).get('/api/v1/me');
    expect(asToken.status).to.equal(401);
  });

  it('gives with a code what a login gives', async () => {
    const answer = await factorStep(api, await challengeOf(), { totp: nextTotpCode(person.secret) });
    expect(answer.status).to.equal(200);
    expect(answer.body).to.have.all.keys('access_token', 'token_type', 'expires_in', 'scope');
    const me = await api.client.withToken(answer.body.access_token).get('/api/v1/me');
    expect(me.body.user_id).to.equal(person.publicId);
  });

  it('keeps to the cookie that the first step asked for', async () => {
    const challenge = await challengeOf({ session: 'cookie' });
    const answer = await factorStep(api, challenge, { totp: nextTotpCode(person.secret) });
    expect(answer.body).to.deep.equal({ expires_in: 3600, scope: 'client' });
    expect((await browserOf(api, answer).get('/api/v1/me')).status).to.equal(200);
  });

  it('takes a code once, and not the one that set the app up', async () => {
    const { secret } = person;
    expect((await factorStep(api, await challengeOf(), { totp: totpCode(secret) })).status).to.equal(401);
    const code = nextTotpCode(secret);
    expect((await factorStep(api, await challengeOf(), { totp: code })).status).to.equal(200);
    expect((await factorStep(api, await challengeOf(), { totp: code })).status).to.equal(401);
  });

  it('takes it once of two at the same instant, on two processes', async () => {
    const other = await startApi({ database: api.database, redisUrl: api.redisUrl });
    try {
      const challenges = await Promise.all(Array.from({ length: 6 }, () => challengeOf()));
      const totp = nextTotpCode(person.secret);
      const answers = await Promise.all(
        challenges.map((challenge, index) => factorStep(index % 2 === 0 ? api : other, challenge, { totp })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 401, 401, 401, 401, 401]);
    } finally {
      await other.close();
    }
  });

  it('takes a challenge once, and none that was made for something else', async () => {
    const challenge = await challengeOf();
    const [first = '', second = ''] = person.recoveryCodes;
    expect((await factorStep(api, challenge, { recovery_code: first })).status).to.equal(200);
    expect((await factorStep(api, challenge, { recovery_code: second })).status).to.equal(401);
    // The code is still valid: the refused attempt left nothing behind.
    expect((await factorStep(api, await challengeOf(), { recovery_code: second })).status).to.equal(200);
    const begun = await person.client.post('/api/v1/me/second-factor/totp');
    const wrong = await factorStep(api, begun.body.challenge, { recovery_code: person.recoveryCodes[2] });
    expect(wrong.status).to.equal(401);
  });

  it('takes each recovery code once, however it is typed', async () => {
    expect(new Set(person.recoveryCodes).size).to.equal(10);
    const code = person.recoveryCodes[3] ?? '';
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    expect((await factorStep(api, await challengeOf(), { recovery_code: typed })).status).to.equal(200);
    expect((await factorStep(api, await challengeOf(), { recovery_code: code })).status).to.equal(401);
    const left = await person.client.get('/api/v1/me/second-factor');
    expect(left.body.recovery_codes_left).to.equal(9);
  });

  it('answers ten failures of an account with 429, whatever comes then, and no other account', async () => {
    const challenge = await challengeOf();
    const wrong = totpCode(person.secret) === '000000' ? '000001' : '000000';
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => factorStep(api, challenge, { totp: wrong })),
    );
    expect(answers.filter(({ status }) => status === 401)).to.have.length(10);
    expect(answers.filter(({ status }) => status === 429)).to.have.length(4);
    const right = await factorStep(api, challenge, { totp: lastTotpCode(person.secret) });
    expect(right.status).to.equal(429);
    expect(right.headers.get('retry-after')).to.match(/^\d+$/);
    const other = await setUpTotp(api, await api.createClientUser());
    const { challenge: theirs } = (await passwordStep(api, other)).body;
    const signedIn = await factorStep(api, theirs, { totp: nextTotpCode(other.secret) });
    expect(signedIn.status).to.equal(200);
  });

  // Of the same client, where row-level security would not hide the other’s factors.
  it('takes no code of somebody else, of a colleague neither', async () => {
    const others = [await api.createClientUser(), await api.createClientUser({ clientId: person.clientId })];
    for (const user of others) {
      const other = await setUpTotp(api, user);
      const proofs = [{ totp: nextTotpCode(other.secret) }, { recovery_code: other.recoveryCodes[0] }];
      for (const proof of proofs) {
        expect((await factorStep(api, await challengeOf(), proof)).status).to.equal(401);
      }
      const removed = await other.client.send('DELETE', `/api/v1/me/second-factor/${other.factorId}`);
      expect(removed.status).to.equal(204);
    }
    const { recovery_codes_left: left } = (await person.client.get('/api/v1/me/second-factor')).body;
    expect(left, 'after others have set theirs up and removed it').to.equal(10);
  });

  it('is over for a challenge of before a new password or a suspension', async () => {
    const challenge = await challengeOf();
    await api.db.query('UPDATE users SET token_version = token_version + 1 WHERE id = $1', [person.id]);
    const [recovery_code] = person.recoveryCodes;
    expect((await factorStep(api, challenge, { recovery_code })).status).to.equal(401);
    const fresh = await challengeOf();
    await api.db.query('UPDATE users SET suspended = true WHERE id = $1', [person.id]);
    const answer = await factorStep(api, fresh, { recovery_code });
    expect(answer.status).to.equal(401);
    expect(answer.body.message).to.include('suspended');
  });

  it('wants exactly one proof, and six digits', async () => {
    const challenge = await challengeOf();
    const codes = async (proof: object) =>
      (await factorStep(api, challenge, proof)).body.errors.map(({ code }: { code: string }) => code);
    expect(await codes({})).to.deep.equal(['required']);
    expect(await codes({ totp: '123456', recovery_code: 'x' })).to.deep.equal(['not_applicable']);
    expect(await codes({ totp: '12345' })).to.deep.equal(['invalid_code']);
    expect(await codes({ totp: 123456 })).to.deep.equal(['invalid_type']);
    expect(await codes({ passkey: 'x' })).to.deep.equal(['invalid_type']);
  });

  it('keeps no secret where it could be read', async () => {
    const rows = await api.db.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM second_factors t UNION ALL SELECT to_jsonb(t)::text FROM recovery_codes t`,
    );
    const text = rows.map(({ row }) => row).join('\n') + JSON.stringify(api.logs());
    for (const secret of [person.secret, ...person.recoveryCodes]) expect(text).not.to.include(secret);
  });
});
