import { expect } from 'chai';
import { CHAIN_START, chainHash } from '../../../shared/crypto/keyed-hash.js';
import { type AuditRow, auditRecord } from '../../../shared/evidence/append-audit.js';
import { TEST_PASSWORD } from '../../support/accounts/api-accounts.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const NEW_PASSWORD = 'another long password';

describe('POST /api/v1/me/password', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('replaces the password, of nobody else in the team', async () => {
    const user = await api.createClientUser();
    const colleague = await api.createClientUser({ clientId: user.clientId });
    const client = await api.signIn(user);
    const answer = await client.post('/api/v1/me/password', {
      current_password: user.password,
      new_password: NEW_PASSWORD,
    });
    expect(answer.status).to.equal(204);
    const old = await api.client.post('/api/v1/login', { email: user.email, password: user.password });
    expect(old.status).to.equal(401);
    await api.login({ ...user, password: NEW_PASSWORD });
    await api.login(colleague);
  });

  it('opens everything to somebody with a temporary password, who until then has me, me/password and logout', async () => {
    const user = await api.createClientUser({ user: { mustChangePassword: true } });
    const client = await api.signIn(user);
    const closed = await client.get('/api/v1/wallet');
    expect(closed.status).to.equal(401);
    expect(closed.body.message).to.include('/api/v1/me/password');
    expect((await client.get('/api/v1/me')).status).to.equal(200);
    await client.post('/api/v1/me/password', { current_password: user.password, new_password: NEW_PASSWORD });

    const again = await api.client.post('/api/v1/login', { email: user.email, password: NEW_PASSWORD });
    expect(again.body).not.to.have.property('must_change_password');
    const open = await api.client.withToken(again.body.access_token).get('/api/v1/wallet');
    expect(open.status).to.equal(200);
  });

  it('is in the audit log, whose entries are numbered without gaps and chained', async () => {
    const user = await api.createClientUser();
    const client = await api.signIn(user);
    await client.post('/api/v1/me/password', { current_password: user.password, new_password: NEW_PASSWORD });
    const rows = await api.db.query<AuditRow & { hash: Buffer; previous_hash: Buffer }>(
      'SELECT * FROM audit_log ORDER BY entry_no',
    );
    let previous = CHAIN_START;
    rows.forEach((row, index) => {
      expect(row.entry_no).to.equal(index + 1);
      expect(row.previous_hash).to.deep.equal(previous);
      expect(row.hash).to.deep.equal(chainHash(previous, auditRecord(row)));
      previous = row.hash;
    });
    expect(rows.at(-1)).to.include({
      actor: user.publicId,
      action: 'user.password_changed',
      target: user.publicId,
      ip_address: '127.0.0.1',
    });
  });

  const refusals: [string, (email: string) => { current: unknown; next: unknown }, string[]][] = [
    [
      'a wrong current one',
      () => ({ current: 'wrong', next: NEW_PASSWORD }),
      ['current_password wrong_password'],
    ],
    [
      'eleven characters',
      () => ({ current: TEST_PASSWORD, next: 'x'.repeat(11) }),
      ['new_password too_short'],
    ],
    ['129 characters', () => ({ current: TEST_PASSWORD, next: 'x'.repeat(129) }), ['new_password too_long']],
    [
      'the e-mail',
      (email) => ({ current: TEST_PASSWORD, next: email.toUpperCase() }),
      ['new_password same_as_email'],
    ],
    [
      'twelve characters of white space',
      () => ({ current: TEST_PASSWORD, next: ' \u3000'.repeat(6) }),
      ['new_password required'],
    ],
    ...['\t', '\u200b', '\u202e'].map(
      (hidden): [string, () => { current: string; next: string }, string[]] => [
        `a character that nobody sees (${hidden.codePointAt(0)?.toString(16)})`,
        () => ({ current: TEST_PASSWORD, next: `${NEW_PASSWORD}${hidden}` }),
        ['new_password invalid_text'],
      ],
    ),
    [
      'the current one again',
      () => ({ current: TEST_PASSWORD, next: TEST_PASSWORD }),
      ['new_password same_as_current'],
    ],
    [
      'a wrong current one and a short new one, both told at once',
      () => ({ current: 'wrong', next: 'short' }),
      ['new_password too_short', 'current_password wrong_password'],
    ],
    ['a number', () => ({ current: TEST_PASSWORD, next: 123456789012 }), ['new_password invalid_type']],
  ];
  for (const [what, passwords, expected] of refusals) {
    it(`answers ${what} with 422 and changes nothing`, async () => {
      const user = await api.createClientUser();
      const client = await api.signIn(user);
      const { current, next } = passwords(user.email);
      const answer = await client.post('/api/v1/me/password', {
        current_password: current,
        new_password: next,
      });
      expect(answer.status).to.equal(422);
      const faults = answer.body.errors.map(
        (fault: { field: string; code: string }) => `${fault.field} ${fault.code}`,
      );
      expect(faults).to.deep.equal(expected);
      await api.login(user);
    });
  }

  it('takes 12 and 128 characters, counted as people do', async () => {
    for (const password of ['😀'.repeat(12), '😀'.repeat(128)]) {
      const user = await api.createClientUser();
      const client = await api.signIn(user);
      const answer = await client.post('/api/v1/me/password', {
        current_password: user.password,
        new_password: password,
      });
      expect(answer.status).to.equal(204);
      await api.login({ ...user, password });
    }
  });

  it('lets one of two changes at the same moment win', async () => {
    const user = await api.createClientUser();
    const client = await api.signIn(user);
    const change = (next: string) =>
      client.post('/api/v1/me/password', { current_password: user.password, new_password: next });
    const answers = await Promise.all([change('first new password'), change('second new password')]);
    const [won, lost] = answers.map(({ status }) => status).sort();
    expect(won).to.equal(204);
    // By then its token has ended, or, if it was looked at before that, its password is no longer the current one.
    expect(lost).to.be.oneOf([401, 422]);
  });
});
