import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { clientDescription, fingerprint } from '../../scripts/openapi/client-description.js';
import { type Service, startService } from '../support/processes/service.js';

const run = promisify(execFile);

describe('the client package', function () {
  this.timeout(180_000);

  let service: Service;
  before(async () => {
    service = await startService();
    await run(process.execPath, ['scripts/build-client.mjs']);
  });
  after(() => service.stop());

  it('has the types of the API as it is described now', async () => {
    const types = await readFile('client/src/openapi.ts', 'utf8');
    const [, made] = /API description ([0-9a-f]{64})\.\n/.exec(types) ?? [];
    expect(made, 'run npm run client:types').to.equal(fingerprint(clientDescription()));
    expect(types).to.include('createVerification').and.not.include('/api/v1/admin');
  });

  it('holds what it is made of and nothing else, and needs nothing else', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: 'client',
    });
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const names = files.map((file) => file.path);
    expect(names).to.include.members([
      'README.md',
      'package.json',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/cjs/index.js',
    ]);
    const odd = names.filter(
      (name) =>
        !/^(README\.md|package\.json|dist\/(cjs\/)?[a-z-]+(\.d\.ts|\.js)|dist\/(cjs\/)?evidence-checks\/[a-z-]+\.js|dist\/cjs\/(evidence-checks\/)?package\.json)$/.test(
          name,
        ),
    );
    expect(odd).to.deep.equal([]);
    const manifest = JSON.parse(await readFile('client/package.json', 'utf8'));
    expect(manifest).to.not.have.any.keys('dependencies', 'private');
    expect(manifest.license).to.equal(JSON.parse(await readFile('package.json', 'utf8')).license);
  });

  it('types what its README shows, so that strict TypeScript takes it as it stands', async () => {
    const folder = temporaryFolder();
    try {
      await mkdir(path.join(folder, 'node_modules'));
      await symlink(path.resolve('client'), path.join(folder, 'node_modules/verification-client'));
      await symlink(path.resolve('node_modules/@types'), path.join(folder, 'node_modules/@types'));
      const [, example = ''] = /```js\n([\s\S]*?)```/.exec(await readFile('client/README.md', 'utf8')) ?? [];
      await writeFile(path.join(folder, 'example.mts'), example);
      const flags = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
      const compiler = path.resolve('node_modules/typescript/bin/tsc');
      const { stdout } = await run(process.execPath, [compiler, ...flags, 'example.mts'], {
        cwd: folder,
      }).catch((error: { stdout: string }) => error);
      expect(stdout).to.equal('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is there for require as for import', async () => {
    const folder = temporaryFolder();
    try {
      await mkdir(path.join(folder, 'node_modules'));
      await symlink(path.resolve('client'), path.join(folder, 'node_modules/verification-client'));
      const script = "const { VerificationClient, signIn } = require('verification-client');";
      await writeFile(
        path.join(folder, 'old.cjs'),
        `${script} console.log(typeof VerificationClient, typeof signIn, require.resolve('verification-client'));`,
      );
      const { stdout } = await run(process.execPath, ['old.cjs'], { cwd: folder });
      expect(stdout).to.match(/^function function .*dist\/cjs\/index\.js\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('does what its README shows', async () => {
    const { token, clientId } = await service.seedClient();
    const folder = temporaryFolder();
    try {
      await mkdir(path.join(folder, 'node_modules'));
      await symlink(path.resolve('client'), path.join(folder, 'node_modules/verification-client'));
      const [, example = ''] = /```js\n([\s\S]*?)```/.exec(await readFile('client/README.md', 'utf8')) ?? [];
      await writeFile(path.join(folder, 'example.mjs'), example);
      const env = { ...process.env, VERIFICATION_URL: service.api.url, VERIFICATION_TOKEN: token };
      const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: folder, env });
      expect(stdout).to.match(/^positive 5\n.*confidential/i);
      const rows = await service.db.query('SELECT status FROM verifications WHERE client_id = $1', [
        clientId,
      ]);
      expect(rows).to.deep.equal([{ status: 'completed' }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
