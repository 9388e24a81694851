import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { processTree, stillLiving } from '../support/process-tree.js';

const JOB = readFileSync('deploy/kubernetes/verify-restore.example.yaml', 'utf8');
const WAIT = 'setInterval(() => undefined, 1_000);';

/** The script of a container, in folders of its own instead of the pod's volumes. */
function scriptOf(container: string, volumes: string): string {
  const [, block = ''] =
    new RegExp(`- name: ${container}\\n[\\s\\S]*?- \\|\\n((?: {18}.*\\n|\\n)+)`).exec(JOB) ?? [];
  const script = block.replaceAll(/^ {18}/gm, '');
  return script.replaceAll(/\/(scratch|signals|tmp)\//g, `${volumes}/$1/`).replace('{1..120}', '1');
}

/** The two containers after a restore, with programs that only wait in place of PostgreSQL and Node. */
class Pod {
  readonly folder = temporaryFolder();
  readonly #programs = join(this.folder, 'bin');

  constructor() {
    for (const name of ['bin', 'scratch/data', 'signals', 'tmp'])
      mkdirSync(join(this.folder, name), { recursive: true });
    spawnSync('mkfifo', [join(this.folder, 'signals/verifying')]);
    this.program(
      'postgres',
      `for (const name of ['SIGINT', 'SIGQUIT']) process.on(name, () => process.exit(0)); ${WAIT}`,
    );
    this.program('node', WAIT);
  }

  program(name: string, script: string): void {
    const file = join(this.#programs, name);
    writeFileSync(file, `#!${process.execPath}\n${script}\n`);
    chmodSync(file, 0o755);
  }

  start(container: string): ChildProcess {
    return spawn('bash', ['-c', scriptOf(container, this.folder)], {
      env: { PATH: `${this.#programs}:${process.env.PATH}` },
      stdio: 'ignore',
    });
  }

  get hasCopy(): boolean {
    return existsSync(join(this.folder, 'scratch/data'));
  }
}

/** The process and all that it has started, once that includes `program`. */
async function running(child: ChildProcess, program: string) {
  for (;;) {
    const tree = processTree(child.pid as number);
    if (tree.some(({ command }) => command.includes(`/bin/${program}`))) return tree;
    await sleep(20);
  }
}

const ended = async (child: ChildProcess) => (await once(child, 'exit'))[0] as number | null;

describe('the CronJob that verifies a restore', function () {
  this.timeout(20_000);

  it('ends and removes the copy when the verification has been killed', async () => {
    const pod = new Pod();
    const restored = pod.start('restored');
    const verify = pod.start('verify');
    await running(restored, 'postgres');
    const tree = await running(verify, 'node');
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
    await running(restored, 'postgres');
    expect(await ended(pod.start('verify'))).to.equal(1);
    expect(await ended(restored)).to.equal(0);
  });

  for (const [container, program] of [
    ['restored', 'postgres'],
    ['verify', 'node'],
  ] as const)
    it(`stops ${container} and what it started at SIGTERM`, async () => {
      const child = new Pod().start(container);
      const tree = await running(child, program);
      child.kill('SIGTERM');
      expect(await ended(child)).to.equal(143);
      expect(stillLiving(tree)).to.deep.equal([]);
    });
});
