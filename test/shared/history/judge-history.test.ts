import { expect } from 'chai';
import { type Judgement, judgeHistory, type WitnessView } from '../../../shared/history/judge-history.js';
import type { Situation } from '../../../shared/history/read-situation.js';
import type { WitnessState } from '../../../shared/witness/witnessed-history.js';

const MARKS = { systemIdentifier: '71', timeline: 1, databaseOid: '5', tableOid: '6' };
const ADOPTED: Situation = {
  here: { ...MARKS, position: '1000', flushed: '990', startedAt: 'yesterday', checkpoint: '500', hour: 9 },
  newest: {
    ...MARKS,
    id: 'one',
    adoptedAt: new Date(0),
    replacedAt: undefined,
    witnessEpoch: 'epoch',
    isCompared: true,
    isDoubted: false,
    seenHour: 9,
    isRemembered: true,
  },
  knowsHistory: true,
  knowsSystem: true,
};
const WITNESS: WitnessState = {
  history: 'one',
  systemIdentifier: '71',
  timeline: 1,
  epoch: 'epoch',
  runId: 'redis',
  evicted: '0',
  position: '1000',
  startedAt: 'yesterday',
  adopting: false,
};

const REDIS = { runId: 'redis', evicted: '0', remembersSeen: true };

const here = (change: Partial<Situation['here']>): Situation => ({
  ...ADOPTED,
  here: { ...ADOPTED.here, ...change },
});
const seen = (change: Partial<WitnessState> = {}): WitnessView => ({
  state: { ...WITNESS, ...change },
  ...REDIS,
});
const FORGOT: WitnessView = { ...seen(), state: undefined, remembersSeen: false };
const UNKNOWN = { history: 'other' };
const replaced = (complete: boolean): Judgement => ({ kind: 'adopt', change: 'replaced', complete });
const wentBack = (complete: boolean): Judgement => ({ kind: 'adopt', change: 'went_back', complete });

const CASES: readonly [what: string, Situation, WitnessView, Judgement][] = [
  ['nothing has changed', ADOPTED, seen(), { kind: 'adopted' }],
  ['the log has grown', here({ position: '2000' }), seen(), { kind: 'adopted' }],
  ['the witness has forgotten', ADOPTED, FORGOT, { kind: 'begin' }],
  ['Redis was started again', ADOPTED, { ...seen(), runId: 'another' }, { kind: 'begin' }],
  ['it has forgotten with time', ADOPTED, { ...seen(), remembersSeen: false }, { kind: 'begin' }],
  ['Redis has evicted keys', ADOPTED, { ...seen(), evicted: '3' }, { kind: 'evicted' }],
  ['PostgreSQL does not know the epoch', ADOPTED, seen({ epoch: 'new' }), { kind: 'record_epoch' }],
  ['the witness goes with an earlier history', ADOPTED, seen(UNKNOWN), { kind: 'begin' }],
  ['an adoption is not finished', ADOPTED, seen({ adopting: true }), { kind: 'name_lost' }],
  [
    'the same, and the witness began anew since',
    { ...ADOPTED, newest: { ...ADOPTED.newest, isCompared: false } },
    seen(),
    { kind: 'name_lost' },
  ],
  [
    'it was seen to lack something, and the witness has forgotten',
    { ...ADOPTED, newest: { ...ADOPTED.newest, isDoubted: true } },
    FORGOT,
    wentBack(false),
  ],
  ['a standby was promoted', here({ timeline: 2 }), seen(), replaced(true)],
  ['the same, and Redis has forgotten', here({ timeline: 2 }), FORGOT, replaced(false)],
  [
    'the same, and Redis has forgotten with time',
    here({ timeline: 2 }),
    { ...seen(), remembersSeen: false },
    replaced(false),
  ],
  [
    'the same, and Redis has evicted keys',
    here({ timeline: 2 }),
    { ...seen(), evicted: '3' },
    replaced(false),
  ],
  ['the same, and Redis began anew since', here({ timeline: 2 }), seen({ epoch: 'new' }), replaced(false)],
  [
    'the same, and Redis was started again',
    here({ timeline: 2 }),
    { ...seen(), runId: 'x' },
    replaced(false),
  ],
  [
    'the same, and what was called since it was last seen is too long ago to be remembered',
    { ...here({ timeline: 2 }), newest: { ...ADOPTED.newest, isRemembered: false } },
    seen(),
    replaced(false),
  ],
  [
    'nothing has changed in more time than the witness remembers',
    { ...ADOPTED, newest: { ...ADOPTED.newest, isRemembered: false } },
    seen(),
    { kind: 'adopted' },
  ],
  ['the database was copied on its server', here({ databaseOid: '9' }), seen(), replaced(true)],
  ['a dump was restored in place', here({ tableOid: '9' }), seen(), replaced(true)],
  ['a dump was restored on another server', here({ systemIdentifier: '72' }), seen(), replaced(true)],
  [
    'the same, on a server that is new to all',
    { ...here({ systemIdentifier: '73' }), knowsSystem: false },
    seen(),
    replaced(true),
  ],
  [
    'the same, from before the last adoption, on a server followed before',
    { ...here({ systemIdentifier: '73' }), knowsHistory: false },
    seen(UNKNOWN),
    replaced(true),
  ],
  ['a copy of the files was put back', here({ position: '900' }), seen(), wentBack(true)],
  [
    'the same, and since it was started more was written than is missing',
    here({ position: '2000', startedAt: 'today', checkpoint: '900' }),
    seen(),
    wentBack(true),
  ],
  [
    'PostgreSQL was started again with all that it had',
    here({ position: '1100', startedAt: 'today', checkpoint: '1010' }),
    seen(),
    { kind: 'restarted' },
  ],
  [
    'a copy from before the last adoption was put back',
    { ...ADOPTED, knowsHistory: false },
    seen(UNKNOWN),
    wentBack(true),
  ],
  [
    'the address leads to the primary of before',
    { ...ADOPTED, knowsHistory: false },
    seen({ ...UNKNOWN, timeline: 2 }),
    { kind: 'refused', why: 'older_timeline' },
  ],
  [
    'the same, and nobody has adopted it there',
    { ...here({ timeline: 2 }), knowsHistory: false },
    seen({ ...UNKNOWN, timeline: 3 }),
    { kind: 'refused', why: 'older_timeline' },
  ],
  [
    'the address leads to another database',
    { ...ADOPTED, knowsHistory: false, knowsSystem: false },
    seen({ ...UNKNOWN, systemIdentifier: '72' }),
    { kind: 'refused', why: 'foreign_system' },
  ],
  [
    'the address leads to a dump of another database',
    { ...here({ systemIdentifier: '73' }), knowsHistory: false, knowsSystem: false },
    seen({ ...UNKNOWN, systemIdentifier: '72' }),
    { kind: 'refused', why: 'foreign_system' },
  ],
];

describe('judgeHistory, when', () => {
  for (const [what, situation, witness, judgement] of CASES) {
    it(`${what}, says ${Object.values(judgement).join(', ')}`, () => {
      expect(judgeHistory(situation, witness)).to.deep.equal(judgement);
    });
  }
});
