import { expect } from 'chai';
import { type CallRow, type CheckFacts, traceOf } from '../../chaos/check/trace-of.js';

const NOON = Date.parse('2026-11-23T12:00:00.000Z');
const SENT = { at: '2026-11-23T12:00:00.030Z', paid: true };

function row(overrides: Partial<CallRow>): CallRow {
  const times = { startedAt: NOON + 10, finishedAt: NOON + 50, writtenOffAt: null };
  return { state: 'answered', worker: 'host:1:ab', reason: null, ...times, ...overrides };
}

function trace(facts: Partial<CheckFacts>): string {
  return traceOf({ acceptedAt: NOON, adoptedAt: [], rows: [], calls: [], ...facts }).join(' ');
}

describe('What was seen of a check', () => {
  it('is its row, its call by database and provider, and what became of it', () => {
    expect(trace({ rows: [row({})], calls: [SENT] })).to.equal('ACCEPT MARK PAID END');
  });

  it('has a marker for every call but those that were written whole', () => {
    const whole = row({ startedAt: NOON + 50 });
    expect(trace({ rows: [whole], calls: [SENT] })).to.equal('ACCEPT PAID END');
  });

  it('tells refusals, calls that were given up and written off, and those that were only assumed', () => {
    const refused = row({ state: 'refused_for_now', finishedAt: NOON + 40 });
    expect(trace({ rows: [refused], calls: [{ ...SENT, paid: false }] })).to.equal(
      'ACCEPT MARK REFUSED FREE',
    );
    const lost = row({ state: 'written_off', reason: 'lost', writtenOffAt: NOON + 60 });
    expect(trace({ rows: [lost] })).to.equal('ACCEPT MARK GIVEN_UP WRITE_OFF');
    const late = row({ state: 'written_off', startedAt: NOON + 50, writtenOffAt: NOON + 50 });
    expect(trace({ rows: [row({}), late] }), 'decided by nobody').to.equal('ACCEPT MARK END');
    const assumed = row({ state: 'uncertain', worker: 'witness', startedAt: NOON + 50 });
    expect(trace({ rows: [assumed], adoptedAt: [NOON + 60] })).to.equal('ACCEPT REVIEW ADOPT');
  });

  it('has one call after the other, though a transaction began while the one before still ran', () => {
    const rows = [row({ state: 'not_sent' }), row({ startedAt: NOON + 45, finishedAt: NOON + 90 })];
    expect(trace({ rows })).to.equal('ACCEPT MARK FREE MARK END');
  });

  it('is what the provider knows where the database has lost the check', () => {
    expect(trace({ acceptedAt: undefined, calls: [SENT] })).to.equal('PAID');
  });
});
