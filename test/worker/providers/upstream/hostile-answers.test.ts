import { expect } from 'chai';
import { judgeUpstream } from '../../../../worker/providers/upstream/outcome-table.js';
import { checkInput } from '../../../support/checks/check-inputs.js';
import { answerOf, readFixture } from '../../../support/provider/provider-fixtures.js';
import { expectLinear } from '../../../support/time/expect-linear.js';

const TRACE = checkInput('consumer_trace');

/** A letter beyond the basic plane: one character, two units of a string. */
const LINEAR_B = '\u{10000}';

function judgeTrace(data: unknown, envelope: Record<string, unknown> = {}) {
  const body = { reference: 'prv-0001', status: 'match', subject: TRACE.subject, data, ...envelope };
  return judgeUpstream(answerOf(body), TRACE);
}

function judgeText(status: number, body: string) {
  return judgeUpstream({ kind: 'answer', status, retryAfter: undefined, body }, TRACE);
}

const employers = (count: number, name = 'a') => ({
  employers: Array.from({ length: count }, () => ({ name })),
});

const REFUSED: readonly [what: string, data: unknown, envelope?: Record<string, unknown>][] = [
  ['a text over 10 000 characters', employers(1, 'a'.repeat(10_001))],
  ['a control character', employers(1, 'a\u0000b')],
  ['a lone surrogate', employers(1, 'a\ud800')],
  ['a reference over 600 characters', {}, { reference: 'r'.repeat(601) }],
  ['an empty reference', {}, { reference: '' }],
  ['a reference that is a number', {}, { reference: 7 }],
  ['a reference that is null', {}, { reference: null }],
  ['data that is a list', []],
  ['data that is null', null],
  ['a list item that is null', { employers: [null] }],
];

describe('a hostile answer', () => {
  for (const [what, data, envelope] of REFUSED) {
    it(`with ${what} is not a report`, () => {
      expect(judgeTrace(data, envelope)).to.deep.equal({
        class: 'uncertain',
        reason: 'wrong_schema',
        answerComplete: true,
      });
    });
  }

  it('is told from an honest one at the caps', () => {
    expect(judgeTrace(employers(1, LINEAR_B.repeat(10_000)))).to.include({ class: 'answered' });
    expect(judgeTrace({}, { reference: LINEAR_B.repeat(600) })).to.include({ class: 'answered' });
    expect(judgeTrace(employers(1, 'two\nlines'))).to.include({ class: 'answered' });
  });

  it('of 1 MiB is a whole report, judged in linear time', () => {
    const count = 60_000;
    const verdict = judgeTrace(employers(count, 'abc'));
    expect(verdict).to.have.nested.property('finding.details.employers').with.lengthOf(count);
    expectLinear(count, (part) => judgeTrace(employers(part, 'abc')));
  });

  for (const price of ['1e400', '-1', '9007199254740992']) {
    it(`cannot have a price of ${price}`, () => {
      const { status, body } = readFixture('property-search/positive');
      const text = JSON.stringify(body).replace('1250000', price);
      const exchange = { kind: 'answer', status, retryAfter: undefined, body: text } as const;
      expect(judgeUpstream(exchange, checkInput('property_search'))).to.include({ reason: 'wrong_schema' });
    });
  }

  const subject = `"subject":"${TRACE.subject}"`;
  for (const [what, members] of [
    ['a status', `${subject},"status":"no_match","status":"match","data":{}`],
    ['a subject', `"subject":"0001010001079","status":"match",${subject},"data":{}`],
    ['a name in another spelling', `${subject},"st\\u0061tus":"no_match","status":"match","data":{}`],
    ['a fact', `${subject},"status":"match","data":{"employers":[],"employers":[{"name":"a"}]}`],
  ]) {
    it(`that states ${what} twice is not a report: nobody knows which one is meant`, () => {
      const verdict = judgeText(200, `{"reference":"prv-0001",${members}}`);
      expect(verdict).to.deep.equal({ class: 'uncertain', reason: 'not_json', answerComplete: true });
    });
  }

  it('that gives its error twice is no refusal, and keeps the credits reserved', () => {
    const verdict = judgeText(422, '{"error":{"code":"invalid_input"},"error":{"code":"internal"}}');
    expect(verdict).to.include({ class: 'uncertain', reason: 'unexpected_status' });
  });

  it('cannot lend fields to an answer through the prototype of all objects', () => {
    Object.defineProperty(Object.prototype, 'stolen', { value: true, configurable: true });
    try {
      const exchange = answerOf(readFixture('vehicle-check/theft-not-stated').body);
      expect(judgeUpstream(exchange, checkInput('vehicle_check'))).to.have.nested.property(
        'finding.outcome',
        'positive',
      );
    } finally {
      Reflect.deleteProperty(Object.prototype, 'stolen');
    }
  });

  it('cannot put a word of its own into a refusal', () => {
    const input = checkInput('vehicle_check');
    const exchange = answerOf({ error: { code: `unknown_${input.subject}` } }, 422);
    expect(judgeUpstream(exchange, input)).to.deep.equal({ class: 'refused' });
  });
});
