import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect } from 'chai';

const foldersOfDrills = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('verification-drill-'));

describe('npm run drill:restore', function () {
  this.timeout(180_000);

  it('restores by the runbook: what is gone is named, what may have been called is in review, nothing is paid twice', async () => {
    const before = foldersOfDrills();
    // Rejects with the output unless the exit code is 0.
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/scripts/drill-restore.js'], {
      env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir() },
    });
    expect(stdout).to.include('Acknowledged and lost with the primary: 5, of which the service names 5:');
    expect(stdout.match(/^ {2}ver_\S+ {2}history_changed$/gm)).to.have.length(10);
    expect(stdout).to.include('paid for 20 calls, and for 0 checks more than once');
    expect(foldersOfDrills(), 'left behind').to.deep.equal(before);
  });
});
