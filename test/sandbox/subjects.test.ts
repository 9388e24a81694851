import { expect } from 'chai';
import { INPUT_TYPES, type InputType } from '../../shared/domain/input-type.js';
import { cleanSubject } from '../../shared/domain/input-types.js';
import { behaviourIn, caseOf, otherSubject, TEST_SUBJECTS } from '../../shared/domain/test-subjects.js';
import { SERVICES } from '../../shared/services/index.js';

// Of the contract: what a person or a vehicle alone can be, the other input types cannot.
const PARTIAL: Readonly<Record<string, readonly InputType[]>> = {
  deceased: ['sa_id_number'],
  stolen: ['vehicle_registration_number'],
  trace_no_record: ['sa_id_number'],
  trace_inconclusive: ['sa_id_number'],
  trace_refused: ['sa_id_number'],
  trace_server_error: ['sa_id_number'],
};
// Architecture 5 requires these for each input type.
const DEMANDED = [
  'positive',
  'negative',
  'no_record',
  'inconclusive',
  'refused',
  'slow',
  'never_answers',
  'reset',
  'server_error',
  'rate_limited_once',
  'garbage',
];

describe('the sandbox subjects', () => {
  it('have a row for every demanded case', () => {
    expect(TEST_SUBJECTS.map((row) => row.case)).to.include.members(DEMANDED);
  });

  for (const row of TEST_SUBJECTS) {
    it(`give ${row.case} a subject of every type it can have`, () => {
      const present = INPUT_TYPES.filter((type) => row.subjects[type] !== undefined);
      expect(present).to.deep.equal(PARTIAL[row.case] ?? [...INPUT_TYPES]);
    });

    it(`of ${row.case} are well-formed and in their clean form`, () => {
      for (const type of INPUT_TYPES) {
        const subject = row.subjects[type];
        if (subject === undefined) continue;
        const service = SERVICES.find(({ input }) => input.types.includes(type));
        expect(service, type).to.not.equal(undefined);
        if (service === undefined) continue;
        const expected = { ok: true, type, value: subject };
        expect(cleanSubject(service, subject, new Date()), subject).to.deep.equal(expected);
        expect(caseOf(subject)).to.equal(row.case);
      }
    });
  }

  it('never stand in two rows', () => {
    const all = TEST_SUBJECTS.flatMap((row) => Object.values(row.subjects)).filter(Boolean);
    expect(new Set(all).size).to.equal(all.length);
  });

  it('leave everybody else positive, the example of every service included', () => {
    expect(caseOf('0001010019071')).to.equal('positive');
    for (const { input } of SERVICES) expect(caseOf(input.example)).to.equal('positive');
  });

  it('misbehave on the trace route alone where the case says so', () => {
    expect(behaviourIn('consumer_trace', 'trace_refused')).to.equal('refused');
    expect(behaviourIn('said_verification', 'trace_refused')).to.equal('positive');
    expect(behaviourIn('said_verification', 'refused')).to.equal('refused');
  });

  it('offer another subject of the same type', () => {
    expect(otherSubject('name', 'Test Subject One')).to.equal('Test Subject Two');
    expect(otherSubject('name', 'Somebody Else')).to.equal('Test Subject One');
  });
});
