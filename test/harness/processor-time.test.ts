import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { cpuSecondsOfGroup } from '../../harness/process-usage.js';

const READINGS = 300;

describe('the processor time of a group of processes', () => {
  it('is read whole while children end, and never falls', async () => {
    // Each child ends within milliseconds, as backends of PostgreSQL do when a load begins or ends.
    const shell = spawn('sh', ['-c', 'while :; do /bin/true; done'], { stdio: 'ignore' });
    await once(shell, 'spawn');
    const { pid } = shell;
    if (pid === undefined) throw new Error('The shell did not start');
    try {
      const readings = Array.from({ length: READINGS }, () => cpuSecondsOfGroup(pid));
      expect(readings.filter((seconds) => !Number.isFinite(seconds))).to.deep.equal([]);
      expect(readings).to.deep.equal([...readings].sort((a, b) => a - b));
    } finally {
      shell.kill('SIGKILL');
    }
  });

  it('is missing for a process that is not there', async () => {
    const gone = spawn('true', { stdio: 'ignore' });
    await once(gone, 'exit');
    expect(cpuSecondsOfGroup(gone.pid ?? 0)).to.be.NaN;
  });
});
