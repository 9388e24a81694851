import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';

const foldersOfDrills = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('verification-drill-'));

describe('npm run drill:restore', function () {
  this.timeout(600_000);

  /** Rejects with the output unless it ends with 0. */
  const drill = (args: readonly string[], PATH = process.env.PATH ?? '') =>
    promisify(execFile)(process.execPath, ['dist/scripts/drill-restore.js', ...args], {
      env: { PATH, TMPDIR: tmpdir() },
    });

  async function expectPassed(args: readonly string[]): Promise<void> {
    const before = foldersOfDrills();
    const { stdout } = await drill(args);
    expect(stdout).to.include('Acknowledged and lost with the primary: 5, of which the service names 5:');
    expect(stdout.match(/^ {2}ver_\S+ {2}history_changed$/gm)).to.have.length(10);
    expect(stdout).to.include('paid for 20 calls, and for 0 checks more than once');
    expect(foldersOfDrills(), 'left behind').to.deep.equal(before);
  }

  it('restores by the runbook: what is gone is named, what may have been called is in review, nothing is paid twice', () =>
    expectPassed([]));

  if (spawnSync('pgbackrest', ['version']).error === undefined) {
    it('does the same with pgBackRest and an encrypted repository', () => expectPassed(['--pgbackrest']));
  }

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
    const failed: { code: number; stderr: string } = await drill(['--pgbackrest'], temporaryFolder()).then(
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
