import { userInfo } from 'node:os';
import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { runAdmin } from '../../support/processes/run-admin.js';

describe('npm run admin, for accounts and credits', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const run = (...args: string[]) => runAdmin(api.database.url, args);
  const person = userInfo().username;

  it('reset-password prints a temporary password once and signs the account out', async () => {
    const user = await api.createStaff('admin');
    const caller = await api.signIn(user);
    const { code, output } = await run('reset-password', '--email', user.email.toUpperCase());
    expect(code, output).to.equal(0);
    const [, password = ''] = /is ([0-9a-z-]{19})\n/.exec(output) ?? [];
    expect((await caller.get('/api/v1/me')).status).to.equal(401);
    const login = await api.client.post('/api/v1/login', { email: user.email, password });
    expect(login.body).to.include({ must_change_password: true });
    expect(await auditOf(api.db, user.publicId)).to.deep.equal([
      { actor: 'system', action: 'user.password_reset', ip_address: null, details: { person } },
    ]);
  });

  it('reset-password says what keeps its owner out all the same', async () => {
    const [user, colleague, left] = [
      await api.createClientUser(),
      await api.createClientUser(),
      await api.createClientUser(),
    ];
    await api.db.query('UPDATE users SET suspended = true WHERE id = $1', [user.id]);
    await api.db.query('UPDATE clients SET suspended = true WHERE id = $1', [colleague.clientId]);
    await api.db.query('UPDATE users SET suspended = true, removed_at = now() WHERE id = $1', [left.id]);
    const reset = async ({ email }: { email: string }) => run('reset-password', '--email', email);
    expect((await reset(user)).output).to.match(/ is [0-9a-z-]{19}\n.*\nThe account is suspended: nobody/);
    expect((await reset(colleague)).output).to.match(
      / is [0-9a-z-]{19}\n.*\nIts client is suspended: nobody/,
    );
    const { code, output } = await reset(left);
    expect({ code, output }).to.deep.equal({
      code: 1,
      output: `${left.email} was removed from the team, and is locked out. An invitation brings them back.\n`,
    });
  });

  it('create-admin takes no account that cannot sign in as an admin for the one it would create', async () => {
    const ADMIN_PASSWORD = 'a long enough password';
    const email = 'again@example.test';
    const create = () => runAdmin(api.database.url, ['create-admin', '--email', email], { ADMIN_PASSWORD });
    expect((await create()).output).to.equal(`Created the admin ${email}.\n`);
    const changes = [
      ['suspended = true', 'suspended = false'],
      ['must_change_password = true', 'must_change_password = false'],
      [`role = 'support'`, `role = 'admin'`],
    ];
    for (const [change, back] of changes) {
      await api.db.query(`UPDATE users SET ${change} WHERE email = $1`, [email]);
      expect(await create(), change).to.deep.equal({
        code: 1,
        output: `An account with the e-mail address ${email} already exists.\n`,
      });
      await api.db.query(`UPDATE users SET ${back} WHERE email = $1`, [email]);
    }
    expect((await create()).output).to.match(/already exists, with this password\. Nothing has changed\.\n$/);
  });

  it('reset-second-factor removes the factors of that account alone, and signs it out', async () => {
    const [user, colleague] = [await api.createClientUser(), await api.createClientUser()];
    const caller = await api.signIn(user);
    for (const { id } of [user, colleague]) {
      await insertRow(api.db, 'second_factors', {
        ...{ id: newId(), user_id: id, kind: 'totp', name: 'Authenticator app' },
        secret_sealed: Buffer.alloc(64, 1),
      });
    }
    const { code, output } = await run('reset-second-factor', '--email', user.email.toUpperCase());
    expect(code, output).to.equal(0);
    expect(output).to.match(RegExp(`^${user.email} no longer has a second factor\\.`));
    const left = await api.db.query('SELECT user_id FROM second_factors WHERE user_id = ANY($1::uuid[])', [
      [user.id, colleague.id],
    ]);
    expect(left).to.deep.equal([{ user_id: colleague.id }]);
    expect((await caller.get('/api/v1/me')).status).to.equal(401);
    expect((await auditOf(api.db, user.publicId)).map(({ actor, action }) => [actor, action])).to.deep.equal([
      ['system', 'user.second_factor_reset'],
    ]);
  });

  it('name who runs them in the audit log: whom --as says, or the user of the system', async () => {
    const user = await api.createStaff('support');
    expect((await run('suspend', '--email', user.email, '--as', 'Thandi M.')).code).to.equal(0);
    const [act] = await auditOf(api.db, user.publicId);
    expect(act?.details).to.include({ person: 'Thandi M.' });
    for (const wrong of ['', ' ', 'x'.repeat(101), 'a\u202Eb', '8001015009087']) {
      const refused = await run('reset-password', '--email', user.email, `--as=${wrong}`);
      expect(refused.code, wrong).to.equal(1);
      expect(refused.output).to.include('--as must').and.include('Usage:');
    }
    expect(await auditOf(api.db, user.publicId)).to.have.length(1);
    // People's acts in the portal are recorded under their names, as always.
    const admin = await api.createStaff('admin');
    const json = { suspended: false };
    await (await api.signIn(admin)).send('PATCH', `/api/v1/admin/staff/${user.publicId}`, { json });
    const acts = await auditOf(api.db, user.publicId);
    expect(acts.at(-1)?.actor).to.equal(admin.publicId);
    expect(acts.at(-1)?.details).not.to.have.property('person');
  });

  it('suspend locks an account out, even the last admin', async () => {
    const user = await api.createStaff('admin');
    await api.db.query(`UPDATE users SET suspended = true WHERE role = 'admin' AND id <> $1`, [user.id]);
    const caller = await api.signIn(user);
    const { code, output } = await run('suspend', '--email', user.email);
    expect({ code, output }).to.deep.equal({ code: 0, output: `Suspended ${user.email}.\n` });
    expect((await caller.get('/api/v1/me')).status).to.equal(401);
    const [act] = await auditOf(api.db, user.publicId);
    expect(act).to.include({ actor: 'system', action: 'user.suspended' });
  });

  it('suspend locks a client out', async () => {
    const user = await api.createClientUser();
    const caller = await api.signIn(user);
    const client = toPublicId('client', user.clientId);
    expect((await run('suspend', '--client', client)).code).to.equal(0);
    expect((await caller.get('/api/v1/wallet')).status).to.equal(401);
  });

  it('grant-credits writes the ledger', async () => {
    const user = await api.createClientUser({ credits: 10 });
    const caller = await api.signIn(user);
    const client = toPublicId('client', user.clientId);
    const grant = (amount: string) =>
      run('grant-credits', '--client', client, `--amount=${amount}`, '--note', 'By hand');
    expect((await grant('90')).code).to.equal(0);
    const refused = await grant('-101');
    expect(refused).to.deep.equal({
      code: 1,
      output: 'Only 100 credits are available: the rest are reserved or spent.\n',
    });
    expect((await grant('-1')).code).to.equal(0);
    const { data } = (await caller.get('/api/v1/wallet/entries?limit=2')).body;
    expect(data[0]).to.include({ kind: 'adjustment', amount: -1, note: 'By hand', balance_after: 99 });
    expect(data[1]).to.include({ kind: 'top_up', amount: 90 });
    const actions = (await auditOf(api.db, client)).map(({ actor, action }) => [actor, action]);
    expect(actions).to.deep.equal([
      ['system', 'credits.added'],
      ['system', 'credits.taken'],
    ]);
  }).timeout(20_000);

  it('grant-credits moves the credits of a key once, however often it is run', async () => {
    const user = await api.createClientUser({ credits: 10 });
    const caller = await api.signIn(user);
    const client = toPublicId('client', user.clientId);
    const grant = (amount: string, ...more: string[]) =>
      run('grant-credits', '--client', client, `--amount=${amount}`, '--note', 'By hand', ...more);
    const runs = await Promise.all([1, 2, 3].map(() => grant('90', '--key', 'order-4711')));
    expect(runs.map(({ code }) => code)).to.deep.equal([0, 0, 0]);
    expect(runs.filter(({ output }) => output.startsWith('Moved 90')).length).to.equal(1);
    expect(runs.filter(({ output }) => output.startsWith('Nothing moved: these 90')).length).to.equal(2);
    const other = await grant('91', '--key', 'order-4711');
    expect(other.code).to.equal(1);
    expect(other.output).to.match(/^Another amount or note/);
    expect((await grant('1', '--key', 'two words')).output).to.match(/^--key must have/);
    expect((await grant('1', '--key', 'of-0001010000071')).output).to.match(/^--key must not contain/);
    expect((await caller.get('/api/v1/wallet')).body.balance).to.equal(100);
  }).timeout(30_000);

  const unknown = 'cli_00000000000000000000000000';
  const missing: [string, string[]][] = [
    ['an account', ['reset-password', '--email', 'nobody@example.test']],
    ['an account', ['suspend', '--email', 'nobody@example.test']],
    ['an account', ['reset-second-factor', '--email', 'nobody@example.test']],
    ['a client', ['suspend', '--client', unknown]],
    ['a client', ['grant-credits', '--client', unknown, '--amount', '1', '--note', 'a']],
    ['a client', ['grant-credits', '--client', 'cli_1', '--amount', '1', '--note', 'a']],
  ];
  for (const [what, args] of missing) {
    it(`${args[0]} says when there is no such thing as ${what}: ${args[2]}`, async () => {
      const { code, output } = await run(...args);
      expect(code).to.equal(1);
      expect(output).to.match(/^There is no (account|client)/);
    });
  }
});
