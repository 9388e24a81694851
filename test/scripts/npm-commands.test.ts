import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../harness/listen-on-loopback.js';
import { waitFor } from '../../harness/wait-for.js';
import { processTree, stillLiving } from '../support/processes/process-tree.js';

describe('a command of an operator', function () {
  this.timeout(60_000);

  it('ends together with the npm that runs it, even while it waits for a server', async () => {
    const server = createServer((socket) => socket.on('error', () => undefined));
    const url = `postgres://role:password@127.0.0.1:${await listenOnLoopback(server)}/service`;
    const npm = spawn('npm', ['run', 'admin', '--', 'verify-restore'], {
      detached: true,
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: url, RESTORED_DATABASE_URL: url },
      stdio: 'ignore',
    });
    const ended = once(npm, 'exit');
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    await waitFor(async () => (await connections()) > 0, {
      timeoutMs: 40_000,
      describe: 'the command waits for the server',
    });
    const processes = processTree(npm.pid ?? 0);
    expect(processes.map(({ command }) => command).join('\n')).to.include('admin.js verify-restore');
    npm.kill('SIGTERM');
    await ended;
    await waitFor(() => stillLiving(processes).length === 0, { describe: 'nothing is left' }).finally(() => {
      if (stillLiving(processes).length > 0) process.kill(-(npm.pid ?? 0), 'SIGKILL');
      server.close();
    });
  });
});
