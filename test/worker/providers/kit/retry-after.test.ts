import { expect } from 'chai';
import { retryAfterMs } from '../../../../worker/providers/kit/retry-after.js';
import { judgeUpstream } from '../../../../worker/providers/upstream/outcome-table.js';
import { checkInput } from '../../../support/checks/check-inputs.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

const CASES: readonly [header: string | undefined, waitMs: number][] = [
  [undefined, 5_000],
  ['', 5_000],
  ['1', 1_000],
  [' 60 ', 60_000],
  ['0', 1_000],
  ['301', 300_000],
  ['99999999999999999999999999', 300_000],
  ['-5', 5_000],
  ['1.5', 5_000],
  ['1e3', 5_000],
  ['0x10', 5_000],
  ['soon', 5_000],
  ['60, 70', 5_000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thu, 01 Jan 2026 09:00:00 GMT', 300_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 1_000],
  ['Thu, 99 Jan 2026 00:01:00 GMT', 5_000],
  ['2026-01-01T00:01:00Z', 5_000],
];

describe('Retry-After', () => {
  for (const [header, waitMs] of CASES) {
    it(`${header === undefined ? 'absent' : JSON.stringify(header)} means ${waitMs} ms`, () => {
      expect(retryAfterMs(header, NOW)).to.equal(waitMs);
    });
  }

  it('of a 429 is in the verdict', () => {
    const exchange = {
      kind: 'answer',
      status: 429,
      retryAfter: 'Thu, 01 Jan 2026 00:00:30 GMT',
      body: '{"error":{"code":"too_many_requests"}}',
    } as const;
    expect(judgeUpstream(exchange, checkInput('cipc_company'), () => NOW)).to.deep.equal({
      class: 'refused_for_now',
      reason: 'rate_limited',
      retryAfterMs: 30_000,
    });
  });
});
