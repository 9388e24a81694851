import { expect } from 'chai';
import type { Verdict } from '../../../../worker/providers/types.js';
import { judgeUpstream } from '../../../../worker/providers/upstream/outcome-table.js';
import { checkInput, UPSTREAM_CHECKS } from '../../../support/checks/check-inputs.js';
import { answerOf, fixtureExchange, readFixture } from '../../../support/provider/provider-fixtures.js';
import { CASES } from './fixture-cases.js';

function inWords(verdict: Verdict): string {
  if (verdict.class === 'answered') return `${verdict.finding.outcome}: ${verdict.finding.label}`;
  return verdict.class === 'refused' ? verdict.class : `${verdict.class}: ${verdict.reason}`;
}

describe('what the provider fixtures mean', () => {
  for (const { name, exchange, check, means } of CASES) {
    it(`${name} → ${means}`, () => {
      expect(inWords(judgeUpstream(exchange, check))).to.equal(means);
    });
  }

  for (const code of UPSTREAM_CHECKS) {
    it(`include good news and bad news of ${code}`, () => {
      const mine = CASES.filter(({ check }) => check.serviceCode === code).map(({ means }) => means);
      for (const outcome of ['positive', 'negative']) {
        const found = mine.filter((means) => means.startsWith(`${outcome}: `));
        expect(found, `fixtures of ${code} that mean ${outcome}`).not.to.deep.equal([]);
      }
    });
  }

  it('calls a complete but unclear answer complete, and a 5xx not', () => {
    const check = checkInput('said_verification');
    const { body } = readFixture('verify/said-positive');
    for (const status of ['inconclusive', 'maybe']) {
      expect(judgeUpstream(answerOf({ ...body, status }), check)).to.include({ answerComplete: true });
    }
    const failed = judgeUpstream(fixtureExchange('errors/server-error-500'), check);
    expect(failed).to.include({ answerComplete: false });
  });

  it('never lets the whole subject into the details, whose names are all snake_case', () => {
    for (const { name: fixture, exchange, check } of CASES) {
      const verdict = judgeUpstream(exchange, check);
      if (verdict.class !== 'answered') continue;
      const json = JSON.stringify(verdict.finding.details);
      expect(json.toLowerCase(), fixture).not.to.include(check.subject.toLowerCase());
      const names = [...json.matchAll(/"([^"]+)":/g)].map(([, name]) => name);
      for (const name of names) expect(name, fixture).to.match(/^[a-z_]+$/);
    }
  });
});
