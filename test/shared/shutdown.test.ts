import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { NodeProcess } from '../../harness/node-process.js';
import { waitFor } from '../../harness/wait-for.js';

const FILE = 'test/shared/stoppable-process.ts';

describe('runUntilStopped', () => {
  let child: NodeProcess;
  afterEach(() => child.signal('SIGKILL'));

  async function start(behaviour: string, until = 'running'): Promise<void> {
    child = new NodeProcess({ name: behaviour, script: FILE, args: [behaviour], environment: {} });
    await waitFor(() => child.output().includes(until), { describe: `the process said ${until}` });
  }

  const closed = () => [...child.output().matchAll(/"closed (\w+)"/g)].map(([, name]) => name);

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    it(`closes what was opened last first and exits with 0 on ${signal}`, async () => {
      await start('well');
      child.signal(signal);
      expect(await child.exited).to.equal(0);
      expect(closed()).to.deep.equal(['second', 'first']);
    });
  }

  it('does the same when its parent is gone', async () => {
    await start('well');
    child.disconnect();
    expect(await child.exited).to.equal(0);
    expect(closed()).to.deep.equal(['second', 'first']);
  });

  it('does not even start when its parent went away while it was loading', async () => {
    await start('late', 'loading');
    child.disconnect();
    expect(await child.exited).to.equal(0);
    expect(child.output()).to.include('parent gone').and.not.include('running');
  });

  it('takes two signals of one key press as one', async () => {
    await start('unhurried');
    // Two that are alike would arrive as one; and without the pause, the second might not arrive in time.
    child.freeze();
    child.signal('SIGINT');
    child.signal('SIGTERM');
    child.thaw();
    expect(await child.exited).to.equal(0);
    expect(closed()).to.deep.equal(['second', 'first']);
  });

  it('is not hurried by a terminal that closes, which several may tell it', async () => {
    await start('unhurried');
    child.signal('SIGHUP');
    await waitFor(() => child.output().includes('closed second'), { describe: 'the stop began' });
    const hangUp = setInterval(() => child.signal('SIGHUP'), 20);
    expect(await child.exited.finally(() => clearInterval(hangUp))).to.equal(0);
    expect(closed()).to.deep.equal(['second', 'first']);
  });

  for (const [reason, stop] of [
    ['its terminal closes', () => child.signal('SIGHUP')],
    ['its parent is gone', () => child.disconnect()],
  ] as const) {
    it(`is not hurried by the first SIGTERM after it stops because ${reason}`, async () => {
      await start('unhurried');
      stop();
      await waitFor(() => child.output().includes('closed second'), { describe: 'the stop began' });
      // Longer than for signals of one key press.
      await sleep(200);
      child.signal('SIGTERM');
      expect(await child.exited).to.equal(0);
      expect(closed()).to.deep.equal(['second', 'first']);
    });
  }

  it('ends at once with 1 on a second signal', async () => {
    await start('slow');
    child.signal('SIGTERM');
    await waitFor(() => child.output().includes('closed second'), { describe: 'the stop began' });
    // The first 100 ms after a signal belong to the same key press.
    await waitFor(
      () => {
        child.signal('SIGTERM');
        return !child.running;
      },
      { describe: 'the second signal ended it' },
    );
    expect(await child.exited).to.equal(1);
  });

  it('ends with 1 when the deadline has passed', async () => {
    await start('hang');
    child.signal('SIGTERM');
    expect(await child.exited).to.equal(1);
    expect(child.output()).to.include('deadline passed');
  });

  it('closes the rest when one step fails', async () => {
    await start('fail-step');
    child.signal('SIGTERM');
    expect(await child.exited).to.equal(0);
    expect(closed()).to.deep.equal(['second', 'first']);
  });

  for (const behaviour of ['throw', 'reject']) {
    it(`logs, closes everything and exits with 1 after an uncaught ${behaviour}`, async () => {
      await start(behaviour);
      expect(await child.exited).to.equal(1);
      expect(child.output()).to.include('"level":"fatal"').and.not.to.include('not caught\\"');
      expect(closed()).to.deep.equal(['second', 'first']);
    });
  }

  it('is no failed start when it is stopped before the start is over', async () => {
    await start('stop-in-start');
    child.signal('SIGTERM');
    expect(await child.exited).to.equal(0);
    expect(child.output()).not.to.include('"level":"fatal"');
    expect(closed()).to.deep.equal(['second', 'first']);
  });

  it('closes what was opened before a start that failed, and exits with 1', async () => {
    await start('fail-start', 'fatal');
    expect(await child.exited).to.equal(1);
    expect(closed()).to.deep.equal(['first']);
  });

  it('names the file that a start failed at', async () => {
    await start('unreadable', 'fatal');
    expect(await child.exited).to.equal(1);
    expect(child.output()).to.include('"code":"ENOENT"').and.to.include('"file":"/there is/no such file"');
  });
});
