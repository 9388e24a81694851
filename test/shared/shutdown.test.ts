import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { type Child, startChild } from '../support/child.js';

const FILE = 'test/shared/stoppable-process.ts';

describe('runUntilStopped', () => {
  let child: Child;
  afterEach(() => child.process.kill('SIGKILL'));

  async function start(behaviour: string, until = 'running'): Promise<void> {
    child = startChild(FILE, [behaviour], {});
    await waitFor(() => child.output().includes(until), { describe: `the process said ${until}` });
  }

  const closed = () => [...child.output().matchAll(/"closed (\w+)"/g)].map(([, name]) => name);

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`closes what was opened last first and exits with 0 on ${signal}`, async () => {
      await start('well');
      child.process.kill(signal);
      expect(await child.exited).to.equal(0);
      expect(closed()).to.deep.equal(['second', 'first']);
    });
  }

  it('does the same when its parent is gone', async () => {
    await start('well');
    child.process.disconnect();
    expect(await child.exited).to.equal(0);
    expect(closed()).to.deep.equal(['second', 'first']);
  });

  it('takes two signals of one key press as one', async () => {
    await start('well');
    child.process.kill('SIGINT');
    child.process.kill('SIGINT');
    expect(await child.exited).to.equal(0);
  });

  it('ends at once with 1 on a second signal', async () => {
    await start('slow');
    child.process.kill('SIGTERM');
    await waitFor(() => child.output().includes('closed second'), { describe: 'the stop began' });
    // The first 100 ms after a signal belong to the same key press.
    const code = await waitFor(
      async () => {
        child.process.kill('SIGTERM');
        return child.process.exitCode ?? undefined;
      },
      { describe: 'the second signal ended it' },
    );
    expect(code).to.equal(1);
  });

  it('ends with 1 when the deadline has passed', async () => {
    await start('hang');
    child.process.kill('SIGTERM');
    expect(await child.exited).to.equal(1);
    expect(child.output()).to.include('deadline passed');
  });

  it('closes the rest when one step fails', async () => {
    await start('fail-step');
    child.process.kill('SIGTERM');
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

  it('closes what was opened before a start that failed, and exits with 1', async () => {
    await start('fail-start', 'fatal');
    expect(await child.exited).to.equal(1);
    expect(closed()).to.deep.equal(['first']);
  });
});
