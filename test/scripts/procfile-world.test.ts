import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { processTree, stillLiving } from '../support/processes/process-tree.js';

/** Prints that it is working, along with a program of its own, and then waits for ever. */
const WORK = `
  import { start } from './tools/procfile/programs.mjs';
  import { withWorld } from './tools/procfile/world.mjs';
  await withWorld(async () => {
    const program = start('sleep', ['60'], { cwd: '/', env: process.env });
    console.log('pid ' + program.pid);
    await new Promise(() => setInterval(() => undefined, 1_000));
  });`;

describe('try:procfile and try:image', () => {
  it('leave neither servers nor programs nor folders behind at a signal that npm passes on once more', async function () {
    this.timeout(60_000);
    const folder = temporaryFolder();
    const args = ['--import', 'tsx', '--import', 'reflect-metadata', '--input-type=module', '-e', WORK];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const errors: string[] = [];
    child.stderr.on('data', (chunk) => errors.push(String(chunk)));
    const [line] = await once(child.stdout, 'data');
    const pid = Number(/pid (\d+)/.exec(String(line))?.[1]);
    const program = processTree(pid);
    expect(program).to.have.length(1);
    child.kill('SIGINT');
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).to.equal(1);
    expect(errors.join('')).to.include('Stopped by SIGINT.');
    expect(stillLiving(program)).to.deep.equal([]);
    const left = readdirSync(folder).filter((name) => !name.startsWith('tsx-'));
    expect(left).to.deep.equal([]);
  });
});
