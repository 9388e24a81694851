import { expect } from 'chai';
import { Circuit } from '../../../worker/providers/circuit.js';
import { Circuits } from '../../../worker/providers/circuits.js';
import type { Verdict } from '../../../worker/providers/types.js';

const NOT_SENT: Verdict = { class: 'not_sent', reason: 'ECONNREFUSED' };
const CREDENTIALS: Verdict = { class: 'refused_for_now', reason: 'credentials' };
const UNCERTAIN: Verdict = { class: 'uncertain', reason: 'no_answer', answerComplete: false };
const WRONG_SCHEMA: Verdict = { class: 'uncertain', reason: 'wrong_schema', answerComplete: true };
const INCONCLUSIVE: Verdict = { class: 'uncertain', reason: 'inconclusive', answerComplete: true };
const REFUSED: Verdict = { class: 'refused' };
const ANSWERED: Verdict = {
  class: 'answered',
  finding: { outcome: 'positive', label: 'Found', details: {}, reference: 'prv-0001' },
};
const LIMITED: Verdict = { class: 'refused_for_now', reason: 'rate_limited', retryAfterMs: 30_000 };
const CALL_LIMIT_MS = 20_000;

function buildCircuit() {
  const clock = { time: 1_000 };
  const circuit = new Circuit(() => clock.time);
  const epoch = (): number => {
    const admission = circuit.admit(CALL_LIMIT_MS);
    if (!admission.go) throw new Error(`Not admitted for ${admission.waitMs} ms`);
    return admission.epoch;
  };
  const calls = (count: number, verdict: Verdict) => {
    for (let call = 0; call < count; call += 1) circuit.record(verdict, epoch());
  };
  return { clock, circuit, epoch, calls };
}

describe('a circuit', () => {
  for (const failure of [NOT_SENT, CREDENTIALS, UNCERTAIN, WRONG_SCHEMA]) {
    it(`opens for 10 s at the fifth ${failure.class} (${failure.reason}) in a row`, () => {
      const { circuit, calls } = buildCircuit();
      calls(4, failure);
      expect(circuit.state()).to.equal('closed');
      calls(1, failure);
      expect(circuit.state()).to.equal('open');
      expect(circuit.failures).to.equal(5);
      expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 10_000 });
    });
  }

  for (const success of [ANSWERED, REFUSED, INCONCLUSIVE]) {
    it(`counts from zero again after ${success.class}`, () => {
      const { circuit, calls } = buildCircuit();
      calls(4, UNCERTAIN);
      calls(1, success);
      expect(circuit.failures).to.equal(0);
      calls(4, UNCERTAIN);
      expect(circuit.state()).to.equal('closed');
    });
  }

  it('lets exactly one call through once the wait is over, and closes when that one succeeds', () => {
    const { clock, circuit, epoch, calls } = buildCircuit();
    calls(5, UNCERTAIN);
    clock.time += 9_999;
    expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 1 });
    clock.time += 1;
    expect(circuit.state()).to.equal('half_open');
    const probe = epoch();
    expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 1_000 });
    expect(circuit.state()).to.equal('half_open');
    circuit.record(INCONCLUSIVE, probe);
    expect(circuit.state()).to.equal('closed');
    expect(circuit.admit(CALL_LIMIT_MS).go).to.equal(true);
    expect(circuit.admit(CALL_LIMIT_MS).go).to.equal(true);
  });

  it('doubles the wait with each failed probe up to 60 s, and starts at 10 s again after a success', () => {
    const { clock, circuit, calls } = buildCircuit();
    const waits: number[] = [];
    const noteWait = () => {
      const admission = circuit.admit(CALL_LIMIT_MS);
      if (admission.go) throw new Error('The circuit is not open');
      waits.push(admission.waitMs);
      clock.time += admission.waitMs;
    };
    calls(5, UNCERTAIN);
    noteWait();
    for (let probe = 0; probe < 4; probe += 1) {
      calls(1, NOT_SENT);
      noteWait();
    }
    calls(1, ANSWERED);
    calls(5, UNCERTAIN);
    noteWait();
    expect(waits).to.deep.equal([10_000, 20_000, 40_000, 60_000, 60_000, 10_000]);
  });

  it('is not held open longer by calls that were in flight when it opened', () => {
    const { clock, circuit, epoch } = buildCircuit();
    const inFlight = Array.from({ length: 50 }, epoch);
    for (const call of inFlight) circuit.record(UNCERTAIN, call);
    expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 10_000 });
    clock.time += 10_000;
    expect(circuit.admit(CALL_LIMIT_MS).go).to.equal(true);
  });

  it('is neither re-opened nor closed by an old call while the probe is under way', () => {
    const { clock, circuit, epoch, calls } = buildCircuit();
    const [slowFailure, slowSuccess] = [epoch(), epoch()];
    calls(5, UNCERTAIN);
    clock.time += 10_000;
    const probe = epoch();
    circuit.record(UNCERTAIN, slowFailure);
    circuit.record(ANSWERED, slowSuccess);
    expect(circuit.state()).to.equal('half_open');
    expect(circuit.admit(CALL_LIMIT_MS).go).to.equal(false);
    circuit.record(UNCERTAIN, probe);
    expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 20_000 });
  });

  it('is not closed by the late success of a call from before it opened', () => {
    const { circuit, epoch, calls } = buildCircuit();
    const slow = epoch();
    calls(5, CREDENTIALS);
    circuit.record(ANSWERED, slow);
    expect(circuit.state()).to.equal('open');
  });

  it('ignores late results while open also when nobody says which call they belong to', () => {
    const { circuit, calls } = buildCircuit();
    calls(5, UNCERTAIN);
    circuit.record(UNCERTAIN);
    circuit.record(ANSWERED);
    expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 10_000 });
  });

  it('lets another probe through when the first was never made', () => {
    const { clock, circuit, epoch, calls } = buildCircuit();
    calls(5, UNCERTAIN);
    clock.time += 10_000;
    const unmade = epoch();
    circuit.release(unmade);
    const probe = epoch();
    circuit.release(unmade);
    expect(circuit.admit(CALL_LIMIT_MS).go).to.equal(false);
    circuit.record(ANSWERED, probe);
    expect(circuit.state()).to.equal('closed');
  });

  for (const limitMs of [CALL_LIMIT_MS, 300_000]) {
    it(`lets another probe through when the first is lost, 40 s after its limit of ${limitMs} ms`, () => {
      const { clock, circuit, calls } = buildCircuit();
      calls(5, UNCERTAIN);
      clock.time += 10_000;
      expect(circuit.admit(limitMs).go).to.equal(true);
      clock.time += limitMs + 39_999;
      expect(circuit.admit(limitMs)).to.deep.equal({ go: false, waitMs: 1 });
      clock.time += 1;
      expect(circuit.admit(limitMs).go).to.equal(true);
    });
  }

  it('holds the route after a 429 without counting a failure', () => {
    const { clock, circuit, calls } = buildCircuit();
    calls(4, UNCERTAIN);
    calls(1, LIMITED);
    expect([circuit.state(), circuit.failures]).to.deep.equal(['closed', 4]);
    expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 30_000 });
    clock.time += 30_000;
    expect(circuit.admit(CALL_LIMIT_MS).go).to.equal(true);
  });

  it('keeps the longest hold when several calls are refused at once', () => {
    const { circuit, epoch } = buildCircuit();
    const [first, second] = [epoch(), epoch()];
    circuit.record(LIMITED, first);
    circuit.record({ ...LIMITED, retryAfterMs: 1_000 }, second);
    expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 30_000 });
  });

  it('tries another probe after the hold when the probe itself was refused with a 429', () => {
    const { clock, circuit, calls } = buildCircuit();
    calls(5, UNCERTAIN);
    clock.time += 10_000;
    calls(1, LIMITED);
    expect(circuit.admit(CALL_LIMIT_MS)).to.deep.equal({ go: false, waitMs: 30_000 });
    clock.time += 30_000;
    calls(1, ANSWERED);
    expect(circuit.state()).to.equal('closed');
  });
});

describe('what a circuit has seen of late', () => {
  it('is every result that says something about the route', () => {
    const { circuit, calls } = buildCircuit();
    calls(2, UNCERTAIN);
    calls(3, ANSWERED);
    calls(1, INCONCLUSIVE);
    calls(1, LIMITED);
    expect(circuit.snapshot().recent).to.deep.equal({ calls: 6, failures: 2 });
  });

  it('is forgotten five minutes later, also of a circuit that opened and was never asked again', () => {
    const { clock, circuit, calls } = buildCircuit();
    calls(5, UNCERTAIN);
    clock.time += 4 * 60_000;
    expect(circuit.snapshot()).to.deep.include({ state: 'half_open', recent: { calls: 5, failures: 5 } });
    clock.time += 2 * 60_000;
    expect(circuit.snapshot()).to.deep.include({ state: 'half_open', recent: { calls: 0, failures: 0 } });
  });
});

describe('the circuits of a process', () => {
  const one = {
    name: 'upstream',
    routes: ['/verify', '/cipc'].map((path) => ({ path, checks: [] })),
  } as const;

  it('are one per provider and route and tell their state', () => {
    const circuits = new Circuits([one], () => 1_000);
    for (let call = 0; call < 5; call += 1) circuits.of(one, '/verify').record(NOT_SENT);
    circuits.of(one, '/cipc').record(UNCERTAIN);
    const route = { provider: 'upstream', checks: [] };
    expect(circuits.snapshot()).to.deep.equal([
      {
        ...route,
        path: '/verify',
        circuit: {
          state: 'open',
          consecutive_failures: 5,
          recent: { calls: 5, failures: 5 },
        },
      },
      {
        ...route,
        path: '/cipc',
        circuit: { state: 'closed', consecutive_failures: 1, recent: { calls: 1, failures: 1 } },
      },
    ]);
  });
});
