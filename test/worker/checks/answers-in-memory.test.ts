import { createSecretKey, randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { type Call, type CallDeps, callAndSettle } from '../../../worker/checks/call-and-settle.js';
import type { Exchange, Verdict } from '../../../worker/providers/types.js';
import { recordingLogger } from '../../support/checks/check-worker.js';

/** Collects everything that nothing refers to. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('an answer whose settlement has to wait', () => {
  it('is kept in memory as it will be stored, and not also as it came', async () => {
    const { call, deps, settled } = arrange();
    const seen: WeakRef<Exchange | Verdict>[] = [];
    const done = callAndSettle(call, deps, (exchange, verdict) => {
      seen.push(new WeakRef(exchange), new WeakRef(verdict));
    });
    const settle = await settled;
    // What a WeakRef was made of stays until the turn of the event loop ends.
    await turn();
    collectGarbage();
    expect(seen.map((one) => one.deref())).to.deep.equal([undefined, undefined]);
    settle(true);
    expect(await done).to.deep.equal({ class: 'uncertain' });
  });
});

/** A call whose answer cannot be settled before `settled`, which passes on how to do so. */
function arrange() {
  const { logger } = recordingLogger();
  let begin: (settle: (found: boolean) => void) => void;
  const settled = new Promise<(found: boolean) => void>((resolve) => {
    begin = resolve;
  });
  const call = {
    check: { id: 'check', client_id: 'client', verification_id: 'verification', age_seconds: 1 },
    marked: { callId: 'call' },
    claimedIn: 1,
    open: { input: {}, dataKey: createSecretKey(randomBytes(32)) },
    provider: {
      name: 'upstream',
      send: async () => ({ kind: 'answer', status: 200, retryAfter: undefined, body: 'x'.repeat(100_000) }),
      judge: () => ({ class: 'uncertain', reason: 'wrong_schema', answerComplete: true }),
    },
    request: { path: '/verify', body: {} },
    job: { logger, traceparent: undefined, seconds: () => 1, endWithCall: () => undefined },
  };
  const deps = {
    store: { settle: () => new Promise<boolean>((resolve) => begin(resolve)) },
    metrics: { countCall: () => undefined, countResult: () => undefined },
    tracing: { start: () => ({ end: () => undefined }) },
    life: () => 1,
    logger,
  };
  return { call: call as unknown as Call, deps: deps as unknown as CallDeps, settled };
}
