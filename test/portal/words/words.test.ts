import { expect } from 'chai';
import { readHistorySearch } from '../../../portal/src/features/history/history-search.js';
import { agoWords, humanise } from '../../../portal/src/lib/format.js';

describe('the words of the portal', () => {
  for (const [code, words] of [
    ['not_json', 'Not JSON'],
    ['api_key_id', 'API key ID'],
    ['entry_ids', 'Entry IDs'],
    ['ip_address', 'IP address'],
    ['valid_until', 'Valid until'],
  ] as const) {
    it(`for ${code} are "${words}"`, () => {
      expect(humanise(code)).to.equal(words);
    });
  }
});

describe('how long ago something was', () => {
  for (const [seconds, words] of [
    [59, 'just now'],
    [5 * 60, '5 minutes ago'],
    [23 * 3_600, '23 hours ago'],
    // Which may be the day before yesterday.
    [47 * 3_600, '1 day ago'],
    [72 * 3_600, '3 days ago'],
  ] as const) {
    it(`is "${words}" after ${seconds} s`, () => {
      expect(agoWords('2026-09-01T08:00:00Z', Date.parse('2026-09-01T08:00:00Z') + seconds * 1_000)).to.equal(
        words,
      );
    });
  }
});

describe('the filters in the address of the history', () => {
  it('are days that exist: a field could not show any other', () => {
    const days = { from: '2028-02-29', to: '2028-12-31' };
    expect(readHistorySearch(days)).to.deep.equal(days);
    expect(readHistorySearch({ from: '2026-02-29', to: '2026-02-31' })).to.deep.equal({});
    expect(readHistorySearch({ from: '2026-13-01', to: 'yesterday' })).to.deep.equal({});
  });
});
