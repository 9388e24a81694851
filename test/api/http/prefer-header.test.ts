import { expect } from 'chai';
import { appliedWait, parsePrefer } from '../../../api/http/prefer-header.js';
import { expectLinear } from '../../support/time/expect-linear.js';

describe('the header Prefer', () => {
  const cases: [string | string[] | undefined, number | undefined, boolean][] = [
    [undefined, undefined, false],
    ['', undefined, false],
    ['wait=5', 5_000, false],
    ['wait=0', 0, false],
    ['WAIT=5', 5_000, false],
    ['wait = 5', 5_000, false],
    ['wait="5"', 5_000, false],
    ['wait=5; unit=seconds', 5_000, false],
    ['wait=31', 30_000, false],
    ['wait=99999999999999999999', 30_000, false],
    ['respond-async', undefined, true],
    ['respond-async, wait=10', 10_000, true],
    ['wait=10,respond-async', 10_000, true],
    [['respond-async', 'wait=10'], 10_000, true],
    ['return=minimal, foo="a, wait=3; b", wait=7', 7_000, false],
    ['foo="an \\" escaped, wait=3", wait=7', 7_000, false],
    ['wait=5, wait=9', 5_000, false],
    ['wait=x, wait=9', undefined, false],
    ['wait', undefined, false],
    ['wait=', undefined, false],
    ['wait=-1', undefined, false],
    ['wait=1.5', undefined, false],
    ['wait=1e1', undefined, false],
    ['wait=0x10', undefined, false],
    ['"wait=5"', undefined, false],
    ['handling="lenient, wait=5', undefined, false],
    [',,;;==, ,wait=5', 5_000, false],
  ];
  for (const [header, waitMs, respondAsync] of cases) {
    it(`${JSON.stringify(header)} asks for a wait of ${waitMs} ms${respondAsync ? ', asynchronously' : ''}`, () => {
      const expected = { ...(waitMs !== undefined && { waitMs }), respondAsync };
      expect(parsePrefer(header)).to.deep.equal(expected);
    });
  }

  const hostile: [string, (length: number) => string][] = [
    ['quotes', (length) => '"'.repeat(length)],
    ['escaped quotes that are never closed', (length) => `"${'\\"'.repeat(length / 2)}\\`],
    ['separators', (length) => ',;='.repeat(length / 3)],
    ['quotes and backslashes', (length) => '"\\'.repeat(length / 2)],
  ];
  for (const [name, headerOf] of hostile) {
    it(`is read quickly however many ${name} it has`, () => {
      expectLinear(64_000, (length) => void parsePrefer(headerOf(length)));
    });
  }

  it('is answered with the seconds that were applied', () => {
    expect(appliedWait(30_000)).to.equal('wait=30');
  });
});
