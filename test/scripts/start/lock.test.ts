import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';

const taker = `
  process.chdir(process.argv[2]);
  const { takeLock } = await import(process.argv[1]);
  console.log(await takeLock().then(() => 'taken', (error) => error.message));
  process.stdin.resume();
`;

describe('takeLock', function () {
  this.timeout(30_000);

  let folder: string;
  const children: ChildProcess[] = [];

  /**
   * A process that tries to take the lock of `folder` and keeps running; resolves to it and the result of its attempt.
   */
  async function take(): Promise<{ child: ChildProcess; outcome: string }> {
    const script = pathToFileURL(join(process.cwd(), 'scripts/start/lock.ts')).href;
    const args = ['--import', 'tsx', '--input-type=module', '--eval', taker, script, folder];
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const [outcome] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return { child, outcome };
  }

  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, '.data'));
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes to one process, and names it to the next', async () => {
    const first = await take();
    expect(first.outcome).to.equal('taken');
    expect((await take()).outcome).to.include(`already running in this folder (process ${first.child.pid})`);
  });

  it('is free again when its holder was killed', async () => {
    const { child } = await take();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await take()).outcome).to.equal('taken');
  });
});
