import { expect } from 'chai';
import type { VerificationVersion } from '../../../../api/verifications/load-verification.js';
import { settledVersion } from '../../../../api/verifications/report/settled-version.js';

type Deps = Parameters<typeof settledVersion>[0];

describe('waiting for a verification', () => {
  const nobodyHangsUp = new AbortController().signal;
  const key = { clientId: 'c', id: 'v' };
  const head = { client_name: 'c', submitter: null };
  const pending: VerificationVersion = { id: 'v', status: 'pending', version: 1, ...head };
  const completed: VerificationVersion = { id: 'v', status: 'completed', version: 2, ...head };

  /** Reads the given states one after the other; `settle` wakes the waiting requests, like a message. */
  function parts(states: readonly (VerificationVersion | undefined)[], settleDuringRead = false) {
    const order: string[] = [];
    let wake = (): void => undefined;
    const rest = [...states];
    const deps = {
      readVersion: async () => {
        order.push('read');
        const state = rest.shift();
        if (settleDuringRead) wake();
        return state;
      },
      settlements: {
        wait: (_id: string, _timeoutMs: number, signal: AbortSignal) => {
          order.push('wait');
          return new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener('abort', () => {
              order.push('give up');
              resolve();
            });
          });
        },
      },
    } as unknown as Deps;
    return { deps, order };
  }

  it('misses no settlement between the read and the wait: the wait begins first', async () => {
    const { deps, order } = parts([pending, completed], true);
    expect(await settledVersion(deps, key, 20_000, nobodyHangsUp)).to.equal(completed);
    expect(order.slice(0, 3)).to.deep.equal(['wait', 'read', 'read']);
  });

  it('ends the wait at once for one that is settled or not there', async () => {
    for (const state of [completed, undefined]) {
      const { deps, order } = parts([state]);
      expect(await settledVersion(deps, key, 20_000, nobodyHangsUp)).to.equal(state);
      expect(order).to.deep.equal(['wait', 'read', 'give up']);
    }
  });

  it('reads once and waits for nothing when no wait was asked for', async () => {
    const { deps, order } = parts([pending]);
    expect(await settledVersion(deps, key, 0, nobodyHangsUp)).to.equal(pending);
    expect(order).to.deep.equal(['read']);
  });

  it('reads no more for a caller who has hung up', async () => {
    const { deps, order } = parts([pending]);
    const hangUp = new AbortController();
    const version = settledVersion(deps, key, 20_000, hangUp.signal);
    hangUp.abort();
    expect(await version).to.equal(pending);
    expect(order).to.deep.equal(['wait', 'read', 'give up']);
  });

  it('ends the wait when the read fails', async () => {
    const { deps, order } = parts([]);
    deps.readVersion = () => Promise.reject(new Error('gone'));
    const error = await settledVersion(deps, key, 20_000, nobodyHangsUp).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
    expect(order).to.include('give up');
  });
});
