import { expect } from 'chai';
import { StopInOrder, Stopping } from '../../../scripts/start/stop-in-order.js';

function part(name: string, stopped: string[]) {
  return {
    name,
    stop: async () => {
      stopped.push(name);
    },
    kill: () => undefined,
  };
}

describe('StopInOrder', () => {
  const { exit } = process;
  let exitCodes: unknown[];

  beforeEach(() => {
    exitCodes = [];
    process.exit = ((code: unknown) => void exitCodes.push(code)) as typeof process.exit;
  });

  afterEach(() => {
    process.exit = exit;
  });

  it('stops by rank, not by order of start, and once', async () => {
    const stopped: string[] = [];
    const running = new StopInOrder();
    await running.add(11, part('postgres', stopped));
    await running.add(2, part('worker', stopped));
    await running.add(1, part('api', stopped));
    await Promise.all([running.stop(0), running.stop(0)]);
    expect(stopped).to.deep.equal(['api', 'worker', 'postgres']);
    expect(exitCodes).to.deep.equal([0]);
  });

  it('stops the others and exits with 1 when one part fails to stop', async () => {
    const stopped: string[] = [];
    const running = new StopInOrder();
    await running.add(1, { ...part('api', stopped), stop: () => Promise.reject(new Error('stuck')) });
    await running.add(2, part('worker', stopped));
    await running.stop(0);
    expect(stopped).to.deep.equal(['worker']);
    expect(exitCodes).to.deep.equal([1]);
  });

  it('stops a part that comes up while everything is being stopped', async () => {
    const stopped: string[] = [];
    const running = new StopInOrder();
    await running.stop(0);
    const failure = await running.add(1, part('api', stopped)).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Stopping);
    expect(stopped).to.deep.equal(['api']);
    expect(() => running.check()).to.throw(Stopping);
  });
});
