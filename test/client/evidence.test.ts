import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { sealLog } from '../../worker/log/seal-log.js';
import { submit } from '../support/checks/submit.js';
import { type Caller, signInClient } from '../support/http/caller.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { testKeys } from '../support/processes/keys.js';

const run = promisify(execFile);

describe('the command of the client package that checks evidence', function () {
  this.timeout(180_000);
  const folder = temporaryFolder();
  let api: TestApi;
  let caller: Caller;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
    await run(process.execPath, ['scripts/build-client.mjs']);
    await mkdir(path.join(folder, 'node_modules'));
    await symlink(path.resolve('client'), path.join(folder, 'node_modules/verification-client'));
    const { body } = await submit(api.client, caller.token);
    await sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: undefined });
    const address = `/api/v1/verifications/${body.request_id}`;
    await take('/.well-known/jwks.json', 'jwks.json');
    await take(`${address}/receipt`, 'receipt.jwt');
    await take(`${address}/evidence.tlog-proof`, 'evidence.tlog-proof');
    await take(`${address}/report.pdf`, 'report.pdf');
    // From here on the service is not contacted.
    await api.close();
  });
  after(() => rm(folder, { recursive: true }));

  async function take(address: string, name: string): Promise<void> {
    const answer = await fetch(api.url + address, { headers: { authorization: `Bearer ${caller.token}` } });
    expect(answer.status, address).to.equal(200);
    await writeFile(path.join(folder, name), new Uint8Array(await answer.arrayBuffer()));
  }

  async function program(): Promise<string> {
    const { bin } = JSON.parse(await readFile('client/package.json', 'utf8')) as { bin: string };
    return path.resolve('client', bin);
  }

  async function command(...args: string[]) {
    const done = run(process.execPath, [await program(), ...args], { cwd: folder });
    const {
      code = 0,
      stdout,
      stderr,
    } = (await done.catch((error: unknown) => error)) as {
      code?: number;
      stdout: string;
      stderr: string;
    };
    return { code, stdout, stderr };
  }

  it('is started by what its README types, with all of its arguments', async () => {
    const [line = ''] = /^npx .*$/m.exec(await readFile('client/README.md', 'utf8')) ?? [];
    const bin = path.join(folder, 'node_modules/.bin');
    await mkdir(bin);
    const start = `exec "${process.execPath}" "${await program()}" "$@"`;
    await writeFile(path.join(bin, 'verification-client'), `#!/bin/sh\n${start}\n`, { mode: 0o755 });
    // Without what an outer npm says of itself, and without a registry.
    const env = { PATH: process.env.PATH, HOME: folder, npm_config_offline: 'true' };
    const { stdout } = await run('sh', ['-c', line], { cwd: folder, env });
    expect(stdout.match(/^PROVEN /gm)).to.have.length(3);
  });

  const FILES = ['evidence.tlog-proof', 'receipt.jwt', 'report.pdf'] as const;

  it('says of each file what it proves', async () => {
    const { code, stdout } = await command('--keys', 'jwks.json', ...FILES);
    expect(code).to.equal(0);
    expect(stdout.match(/^PROVEN {2}\S+: .*$/gm)).to.deep.equal([
      'PROVEN  receipt.jwt: a genuine consent receipt',
      'PROVEN  evidence.tlog-proof: a valid proof',
      'PROVEN  report.pdf: a PDF unchanged since it was signed',
    ]);
    expect(stdout).to.include('No witness was demanded');
  });

  it('says what is changed, by whom it is not signed, and that it could not look', async () => {
    const receipt = await readFile(path.join(folder, 'receipt.jwt'), 'utf8');
    await writeFile(
      path.join(folder, 'other.jwt'),
      receipt.replace(/.\./, (end) => (end === 'A.' ? 'B.' : 'A.')),
    );
    const changed = await command('--keys', 'jwks.json', 'other.jwt', 'report.pdf');
    expect(changed.code).to.equal(1);
    expect(changed.stdout)
      .to.match(/^NOT PROVEN {2}other\.jwt: /m)
      .and.match(/^PROVEN {2}report\.pdf: /m);
    const witness = `w.test+00000000+${Buffer.concat([Buffer.from([4]), Buffer.alloc(32)]).toString('base64')}`;
    const unwitnessed = await command('--keys', 'jwks.json', '--witness', witness, ...FILES);
    expect(unwitnessed.code).to.equal(1);
    expect(unwitnessed.stdout).to.include('the witness w.test has not signed it');
    expect((await command('--keys', 'none.json', 'receipt.jwt')).stderr).to.include('none.json');
  });

  it('takes a report only if one of the certificates that are named has signed it', async () => {
    const { stdout } = await command('--keys', 'jwks.json', 'report.pdf');
    const sha256 = /SHA-256 ([0-9a-f]{64})/.exec(stdout)?.[1] ?? '';
    const named = (...certificates: string[]) =>
      command(
        '--keys',
        'jwks.json',
        ...certificates.flatMap((each) => ['--certificate', each]),
        'report.pdf',
      );
    const other = '00'.repeat(32);
    const known = await named(other, sha256);
    expect([known.code, known.stdout.split('\n')[0]]).to.deep.equal([
      0,
      'PROVEN  report.pdf: an unchanged report',
    ]);
    const unknown = await named(other);
    expect(unknown.code).to.equal(1);
    expect(unknown.stdout)
      .to.match(/^NOT PROVEN {2}report\.pdf: /)
      .and.include(sha256);
  });

  it('writes out what is not seen in the name of a file', async () => {
    const name = '\rPROVEN  a.jwt\u001b[8m';
    await writeFile(path.join(folder, name), 'x');
    const { stdout } = await command('--keys', 'jwks.json', name);
    expect(stdout.split('\n')[0]).to.equal(
      'NOT PROVEN  \\u{d}PROVEN  a.jwt\\u{1b}[8m: this receipt proves nothing',
    );
  });

  it('says how it is used when it is asked, and what is wrong with its arguments', async () => {
    const { code, stdout } = await command('--help');
    expect(code).to.equal(0);
    expect(stdout).to.include('--witness');
    const wrong = [
      { args: ['--keys', 'jwks.json'], says: 'No file is named' },
      { args: ['receipt.jwt'], says: '--keys is missing' },
      {
        args: ['--keys', 'none.json', '--keys', 'jwks.json', ...FILES],
        says: '--keys is given more than once',
      },
      { args: ['--key', 'jwks.json', 'receipt.jwt'], says: "'--key'" },
    ];
    for (const { args, says } of wrong) {
      const { code: ended, stderr } = await command(...args);
      expect(ended, says).to.equal(2);
      expect(stderr).to.include(says).and.include('npx --no -- verification-client');
    }
  });

  it('is a function too, for import and for require', async () => {
    const script = `
      const { readFileSync } = require('node:fs');
      const { checkEvidence } = require('verification-client');
      const files = [{ name: 'receipt.jwt', bytes: readFileSync('receipt.jwt') }];
      checkEvidence(files, { keys: readFileSync('jwks.json', 'utf8') }).then(([found]) => console.log(found.title));`;
    await writeFile(path.join(folder, 'old.cjs'), script);
    const module = script.replace(/const (\{ \w+ \}) = require\((.*)\);/g, 'import $1 from $2;');
    await writeFile(path.join(folder, 'new.mjs'), module);
    for (const file of ['old.cjs', 'new.mjs']) {
      const { stdout } = await run(process.execPath, [file], { cwd: folder });
      expect(stdout, file).to.equal('a genuine consent receipt\n');
    }
  });
});
