import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { processTree, stillLiving } from '../support/processes/process-tree.js';

const JOB = readFileSync('deploy/kubernetes/verify-restore.example.yaml', 'utf8');
/** Says by its file that it has come so far, because a signal before that would end it. */
const WAIT =
  "require('node:fs').writeFileSync(__filename + '.runs', ''); setInterval(() => undefined, 1_000);";

/** The script of a container, in folders of its own instead of the pod's volumes. */
function scriptOf(container: string, volumes: string): string {
  const [, block = ''] =
    new RegExp(`- name: ${container}\\n[\\s\\S]*?- \\|\\n((?: {18}.*\\n|\\n)+)`).exec(JOB) ?? [];
  const script = block.replaceAll(/^ {18}/gm, '');
  return script.replaceAll(/\/(scratch|signals|tmp)\//g, `${volumes}/$1/`).replace('{1..120}', '1');
}

/** What an attempt has started: one that runs out of time leaves it running. */
const started: ChildProcess[] = [];

/**
 * The two containers after a restore, with programs that only wait in place of PostgreSQL and Node. PostgreSQL misses
 * the first signal, as one that has only just begun does.
 */
class Pod {
  readonly folder = temporaryFolder();
  readonly #programs = join(this.folder, 'bin');

  constructor() {
    for (const name of ['bin', 'scratch/data', 'signals', 'tmp'])
      mkdirSync(join(this.folder, name), { recursive: true });
    spawnSync('mkfifo', [join(this.folder, 'signals/verifying')]);
    this.program(
      'postgres',
      `let signals = 0;
       for (const name of ['SIGINT', 'SIGQUIT']) process.on(name, () => (signals += 1) > 1 && process.exit(0));
       ${WAIT}`,
    );
    this.program('node', WAIT);
  }

  program(name: string, script: string): void {
    const file = join(this.#programs, name);
    writeFileSync(file, `#!${process.execPath}\n${script}\n`);
    chmodSync(file, 0o755);
  }

  start(container: string): ChildProcess {
    const child = spawn('bash', ['-c', scriptOf(container, this.folder)], {
      env: { PATH: `${this.#programs}:${process.env.PATH}` },
      stdio: 'ignore',
    });
    started.push(child);
    return child;
  }

  get hasCopy(): boolean {
    return existsSync(join(this.folder, 'scratch/data'));
  }
}

/** The process and all that it has started, once `program` of its pod runs. */
async function running(pod: Pod, child: ChildProcess, program: string) {
  while (!existsSync(join(pod.folder, 'bin', `${program}.runs`))) await sleep(20);
  return processTree(child.pid as number);
}

const ended = async (child: ChildProcess) => (await once(child, 'exit'))[0] as number | null;

describe('the CronJob that verifies a restore', function () {
  this.timeout(20_000);

  afterEach(() => {
    const running = started.splice(0).filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
    const left = running.flatMap((child) => processTree(child.pid as number));
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
  });

  it('ends and removes the copy when the verification has been killed', async () => {
    const pod = new Pod();
    const restored = pod.start('restored');
    const verify = pod.start('verify');
    await running(pod, restored, 'postgres');
    const tree = await running(pod, verify, 'node');
    expect(pod.hasCopy).to.equal(true);
    for (const { pid } of tree) process.kill(pid, 'SIGKILL');
    expect(await ended(restored)).to.equal(0);
    expect(pod.hasCopy).to.equal(false);
  });

  it('fails as its PostgreSQL does', async () => {
    const pod = new Pod();
    pod.program('postgres', 'process.exit(1)');
    expect(await ended(pod.start('restored'))).to.equal(1);
    expect(pod.hasCopy).to.equal(false);
  });

  it('fails as the verification does', async () => {
    const pod = new Pod();
    pod.program('node', 'process.exit(1)');
    const restored = pod.start('restored');
    await running(pod, restored, 'postgres');
    expect(await ended(pod.start('verify'))).to.equal(1);
    expect(await ended(restored)).to.equal(0);
  });

  for (const [container, program] of [
    ['restored', 'postgres'],
    ['verify', 'node'],
  ] as const)
    it(`stops ${container} and what it started at SIGTERM`, async () => {
      const pod = new Pod();
      const child = pod.start(container);
      const tree = await running(pod, child, program);
      child.kill('SIGTERM');
      expect(await ended(child)).to.equal(143);
      expect(stillLiving(tree)).to.deep.equal([]);
    });
});
