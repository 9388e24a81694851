import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { waitFor } from '../../harness/wait-for.js';
import { LogOutput } from '../../shared/log-output.js';

const LINES = Array.from({ length: 2_000 }, (_, index) => `{"line":${index},"text":"é"}\n`);
const ENDS_WITHIN_MS = 15_000;

describe('the log output', () => {
  it('writes every line in order, those that gather during a write too', async () => {
    const file = join(temporaryFolder(), 'log');
    const fd = openSync(file, 'a');
    const output = new LogOutput(fd);
    for (const line of LINES) output.write(line);
    await waitFor(() => readFileSync(file, 'utf8') === LINES.join(''), { describe: 'all lines are there' });
    closeSync(fd);
  });

  it('has written what waited when flushSync returns', async () => {
    const file = join(temporaryFolder(), 'log');
    const output = new LogOutput(openSync(file, 'a'));
    for (const line of LINES) output.write(line);
    output.flushSync();
    // The operating system already has the first one, and writes it a moment later at most.
    const rest = LINES.slice(1).join('');
    expect(readFileSync(file, 'utf8').replace(LINES[0] ?? '', '')).to.equal(rest);
  });

  describe('on a disk that was full in the middle of a line', () => {
    const { write } = fs;
    afterEach(() => writeWith(write));

    function writeWith(system: typeof writeToFullDisk): void {
      Object.assign(fs, { write: system });
      syncBuiltinESMExports();
    }

    type Done = (error: NodeJS.ErrnoException | null, written: number) => void;
    let room = 5;
    let refusals = 0;
    function writeToFullDisk(fd: number, bytes: Buffer, done: Done): void {
      const taken = bytes.subarray(0, room);
      room = 0;
      if (taken.length > 0) write(fd, taken, done);
      else
        setImmediate(() => {
          done(Object.assign(new Error('no room'), { code: 'ENOSPC' }), 0);
          refusals += 1;
        });
    }

    it('begins the next line on its own, once there is room', async () => {
      const file = join(temporaryFolder(), 'log');
      const output = new LogOutput(openSync(file, 'a'));
      writeWith(writeToFullDisk);
      output.write('{"torn":true}\n');
      output.write('{"dropped":true}\n');
      await waitFor(() => refusals === 2, { describe: 'both lines are dropped' });
      writeWith(write);
      output.write('{"line":1}\n');
      output.write('{"line":2}\n');
      const readable = '{"tor\n{"line":1}\n{"line":2}\n';
      await waitFor(() => readFileSync(file, 'utf8') === readable, { describe: 'both lines are there' });
    });
  });

  describe('that takes nothing', function () {
    this.timeout(ENDS_WITHIN_MS + 15_000);
    let child: ChildProcess;
    afterEach(() => child.kill('SIGKILL'));

    function start(behaviour: string, stdout: 'pipe' | number): void {
      const args = ['--import', 'tsx', 'test/shared/stoppable-process.ts', behaviour];
      child = spawn(process.execPath, args, { stdio: ['ignore', stdout, 'inherit', 'ipc'] });
    }

    async function exitCode(): Promise<unknown> {
      const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(ENDS_WITHIN_MS) });
      return code;
    }

    it('because its reader is gone does not keep a process from ending', async () => {
      start('late', 'pipe');
      await once(child.stdout ?? child, 'data');
      child.stdout?.destroy();
      child.disconnect();
      expect(await exitCode()).to.equal(0);
    });

    // Where there is no such device, there is no way to get a full disk.
    for (const device of ['/dev/full'].filter(existsSync)) {
      it('because its disk is full does not either, nor does it end one', async () => {
        start('late', openSync(device, 'w'));
        await once(child, 'spawn');
        child.disconnect();
        expect(await exitCode()).to.equal(0);
      });

      it('because its disk is full lets a process end that has to say something fatal', async () => {
        start('throw', openSync(device, 'w'));
        expect(await exitCode()).to.equal(1);
      });
    }
  });
});
