import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';

const foldersOfDrills = (folder = tmpdir()): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('verification-drill-'));

/** A folder that the user of PostgreSQL can enter, and whose name a shell takes for two words. */
function folderWithSpace(): string {
  const folder = join(temporaryFolder(), 'a folder');
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  return folder;
}

describe('npm run drill:restore', function () {
  this.timeout(600_000);

  /** Rejects with the output unless it ends with 0. */
  const drill = (args: readonly string[], { PATH = process.env.PATH ?? '', TMPDIR = tmpdir() } = {}) =>
    promisify(execFile)(process.execPath, ['dist/scripts/drill-restore.js', ...args], {
      env: { PATH, TMPDIR },
    });

  async function expectPassed(args: readonly string[], TMPDIR = tmpdir()): Promise<void> {
    const before = foldersOfDrills(TMPDIR);
    const { stdout } = await drill(args, { TMPDIR });
    expect(stdout).to.include('Acknowledged and lost with the primary: 5, of which the service names 5:');
    expect(stdout.match(/^ {2}ver_\S+ {2}history_changed$/gm)).to.have.length(10);
    expect(stdout).to.include('paid for 20 calls, and for 0 checks more than once');
    expect(foldersOfDrills(TMPDIR), 'left behind').to.deep.equal(before);
  }

  it('restores by the runbook: what is gone is named, what may have been called is in review, nothing is paid twice', () =>
    expectPassed([]));

  if (spawnSync('pgbackrest', ['version']).error === undefined) {
    it('does the same with pgBackRest and an encrypted repository, in any folder', () =>
      expectPassed(['--pgbackrest'], folderWithSpace()));
  }

  it('says how it is used, and what of a command line is wrong', async () => {
    expect((await drill(['--help'])).stdout).to.match(/^Usage: npm run drill:restore .*--pgbackrest/s);
    const failed: { code: number; stderr: string } = await drill(['--pgbackrset']).then(
      () => expect.fail('it should not have passed'),
      (error) => error,
    );
    expect(failed.code).to.equal(2);
    expect(failed.stderr).to.match(/^Unknown option '--pgbackrset'.*Usage: npm run drill:restore/s);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const before = foldersOfDrills();
    const child = spawn(process.execPath, ['dist/scripts/drill-restore.js'], {
      env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stderr = text(child.stderr);
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(await once(child, 'close')).to.deep.equal([1, null]);
    expect(await stderr).to.equal('The drill failed: it was interrupted (SIGTERM)\n');
    expect(foldersOfDrills(), 'left behind').to.deep.equal(before);
  });

  it('says that pgBackRest is not installed, and leaves nothing behind', async () => {
    const before = foldersOfDrills();
    const failed: { code: number; stderr: string } = await drill(['--pgbackrest'], {
      PATH: temporaryFolder(),
    }).then(
      () => expect.fail('it should not have passed'),
      (error) => error,
    );
    expect(failed).to.include({
      code: 1,
      stderr: 'The drill failed: pgbackrest is not installed (Debian: apt install pgbackrest).\n',
    });
    expect(foldersOfDrills(), 'left behind').to.deep.equal(before);
  });
});
