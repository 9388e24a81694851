import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect } from 'chai';
import { argumentsOf, variablesOf } from '../../harness/program.js';
import { withClient } from '../../harness/with-client.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { runAdmin } from '../support/processes/run-admin.js';

const PASSWORD = 'a long enough password';

describe('npm run admin', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const run = (args: string[], environment: Record<string, string> = {}) =>
    runAdmin(api.database.url, args, environment);

  it('create-admin creates an admin who can sign in, once, and says so in the audit log', async () => {
    const args = ['create-admin', '--email', 'First.Admin@example.test', '--as', 'A Person'];
    const created = await run(args, { ADMIN_PASSWORD: PASSWORD });
    expect(created).to.deep.equal({ code: 0, output: 'Created the admin first.admin@example.test.\n' });
    const login = await api.client.post('/api/v1/login', {
      email: 'first.admin@example.test',
      password: PASSWORD,
    });
    expect(login.body).to.include({ scope: 'admin' }).and.not.to.have.property('must_change_password');
    const again = await run(args, { ADMIN_PASSWORD: PASSWORD });
    const same =
      'The admin first.admin@example.test already exists, with this password. Nothing has changed.\n';
    expect(again).to.deep.equal({ code: 0, output: same });
    const other = await run(args, { ADMIN_PASSWORD: `${PASSWORD} 2` });
    expect(other.output).to.match(/^An account with the e-mail address \S+ already exists\.$/m);
    const entries = await api.db.query<object>('SELECT actor, action, details FROM audit_log');
    expect(entries).to.deep.equal([
      {
        actor: 'system',
        action: 'user.created',
        details: { role: 'admin', client_id: null, person: 'A Person' },
      },
    ]);
  });

  it('lists its commands to whoever asks for help', async () => {
    const { code, output } = await run(['--help'], { DATABASE_URL: '' });
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^Usage: npm run admin -- <command>/)
      .and.include('create-admin --email E');
    for (const line of output.split('\n')) expect(line.length, line).to.be.at.most(100);
  });

  it('explains the command that somebody asks for help with', async () => {
    const { code, output } = await run(['suspend', '-h'], { DATABASE_URL: '' });
    expect(code).to.equal(0);
    expect(output)
      .to.match(/^Usage: npm run admin -- suspend --email E/)
      .and.not.include('create-admin');
  });

  it('explains a mistake in a command by the usage of that command alone', async () => {
    const { output } = await run(['grant-credits', '--client', 'cli_1'], { DATABASE_URL: '' });
    expect(output)
      .to.match(/^--amount is missing\.\n\nUsage: npm run admin -- grant-credits --client cli_…/)
      .and.include('--help lists all commands')
      .and.not.include('create-admin');
  });

  it('ends with 1 where its output cannot be kept, as on a full disk, and says so', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(
      process.execPath,
      argumentsOf({ script: 'scripts/admin.js', args: ['lost-requests'] }),
      { env: variablesOf({ DATABASE_URL: api.database.url }), stdio: ['ignore', full, 'pipe'] },
    );
    closeSync(full);
    expect(status).to.equal(1);
    expect(String(stderr))
      .to.match(/incomplete \(ENOSPC\)/)
      .and.not.include('node:');
  });

  it('says what to do where the database is read-only, as a standby is', async () => {
    const name = new URL(api.database.url).pathname.slice(1);
    const client = toPublicId('client', (await api.createClientUser()).clientId);
    const setting = `ALTER DATABASE ${name} SET default_transaction_read_only`;
    const alter = (text: string) => withClient(api.database.ownerUrl, (owner) => owner.query(text));
    await alter(`${setting} = on`);
    try {
      const { code, output } = await run(['suspend', '--client', client]);
      expect(code).to.equal(1);
      expect(output).to.include('the server is read-only: point the address to the primary (25006)');
    } finally {
      await alter(`BEGIN READ WRITE; ${setting} = off; COMMIT`);
    }
  });

  const refusals: [string, string[], Record<string, string>, RegExp][] = [
    ['no command', [], {}, /^No command given.*\n\nUsage:/s],
    ['an unknown command', ['remove-admin', '--email', 'a@example.test'], {}, /Usage:/],
    ['an unknown flag', ['create-admin', '--role', 'x'], {}, /'--role'.*Usage:/s],
    ['a word that is no command', ['Grant-Credits'], {}, /^Unknown command: Grant-Credits\.\n/],
    [
      'a flag given twice',
      ['grant-credits', '--client', 'cli_1', '--client', 'cli_2', '--amount', '1', '--note', 'a'],
      {},
      /^--client is given more than once\./,
    ],
    ['a name of JavaScript', ['constructor'], {}, /Unknown command.*Usage:/s],
    ['more words', ['suspend', 'everybody'], {}, /'everybody'.*Usage:/s],
    ['nobody to suspend', ['suspend'], {}, /--email or --client.*Usage:/s],
    ['two to suspend', ['suspend', '--email', 'a', '--client', 'b'], {}, /--email or --client.*Usage:/s],
    ['no amount', ['grant-credits', '--client', 'cli_1', '--note', 'a'], {}, /--amount is missing/],
    [
      'no number',
      ['grant-credits', '--client', 'cli_1', '--amount', '1e3', '--note', 'a'],
      {},
      /--amount must be a whole number/,
    ],
    [
      'personal data',
      ['grant-credits', '--client', 'cli_1', '--amount', '1', '--note', 'for 0001010000071'],
      {},
      /--note must not contain an identity number/,
    ],
    [
      'a note that nobody can read',
      ['grant-credits', '--client', 'cli_1', '--amount', '1', '--note', 'paid\u202e'],
      {},
      /--note must not contain control characters/,
    ],
    [
      'a reason with an identity number',
      ['approve-erasures', '--client', 'cli_1', '--reason', 'for 000101 0000071'],
      {},
      /--reason must not contain an identity number/,
    ],
    [
      'a client that does not exist',
      ['approve-erasures', '--client', toPublicId('client', newId()), '--reason', 'a first retention'],
      {},
      /^There is no client cli_/,
    ],
    [
      'a reason of two lines',
      ['call-back-erasures', '--client', 'cli_1', '--reason', 'asked\nfor'],
      {},
      /--reason must not contain control characters/,
    ],
    ['no keys to rotate', ['rotate-keys'], {}, /ENCRYPTION_KEYS is not set/],
    ['no e-mail', ['create-admin'], {}, /--email is missing.*Usage:/s],
    ['what is no e-mail', ['create-admin', '--email', 'x'], {}, /--email must be an e-mail address/],
    ...['\u200b', '\u202e'].map((sign): [string, string[], Record<string, string>, RegExp] => [
      `an e-mail address that cannot sign in (U+${sign.charCodeAt(0).toString(16)})`,
      ['create-admin', '--email', `zw${sign}admin@example.test`],
      { ADMIN_PASSWORD: PASSWORD },
      /--email must not contain control characters, zero-width.*Usage:/s,
    ]),
    [
      'a short password',
      ['create-admin', '--email', 'a@example.test'],
      { ADMIN_PASSWORD: 'short' },
      /at least 12/,
    ],
    ['no password and no terminal', ['create-admin', '--email', 'a@example.test'], {}, /ADMIN_PASSWORD/],
    [
      'an empty password and no terminal',
      ['create-admin', '--email', 'a@example.test'],
      { ADMIN_PASSWORD: '' },
      /no terminal to prompt on/,
    ],
    [
      'no database',
      ['create-admin', '--email', 'a@example.test'],
      { DATABASE_URL: '' },
      /DATABASE_URL is not set/,
    ],
    [
      'a database that is not there',
      ['create-admin', '--email', 'a@example.test'],
      { ADMIN_PASSWORD: PASSWORD, DATABASE_URL: 'postgres://a:hidden@127.0.0.1:1/x' },
      /cannot be reached/,
    ],
    [
      'a CA that is not there',
      ['create-admin', '--email', 'a@example.test'],
      { ADMIN_PASSWORD: PASSWORD, DATABASE_CA_FILE: '/nowhere/ca.pem' },
      /DATABASE_CA_FILE names a file that cannot be read/,
    ],
  ];
  for (const [what, args, environment, expected] of refusals) {
    it(`with ${what} explains itself and exits with 1`, async () => {
      const { code, output } = await run(args, environment);
      expect(code).to.equal(1);
      expect(output).to.match(expected).and.not.to.include('hidden').and.not.to.include('node:internal');
    });
  }
});
