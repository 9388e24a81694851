import { expect } from 'chai';
import type { Verdict } from '../../../../worker/providers/types.js';
import { judgeUpstream } from '../../../../worker/providers/upstream/outcome-table.js';
import { checkInput } from '../../../support/check-inputs.js';
import { fixtureExchange, fixtureNames } from '../../../support/provider-fixtures.js';
import { CASES } from './fixture-cases.js';

function inWords(verdict: Verdict): string {
  if (verdict.class === 'answered') return `${verdict.finding.outcome}: ${verdict.finding.label}`;
  return verdict.class === 'refused' ? verdict.class : `${verdict.class}: ${verdict.reason}`;
}

describe('what the provider fixtures mean', () => {
  for (const [fixture, check, expected] of CASES) {
    it(`${fixture} → ${expected}`, () => {
      expect(inWords(judgeUpstream(fixtureExchange(fixture), check))).to.equal(expected);
    });
  }

  it('leaves no fixture without a case', () => {
    const cases = new Set(CASES.map(([fixture]) => fixture));
    expect(fixtureNames().filter((name) => !cases.has(name))).to.deep.equal([]);
  });

  it('calls a complete but unclear answer complete, and a 5xx not', () => {
    const complete = (fixture: string) =>
      judgeUpstream(fixtureExchange(fixture), checkInput('said_verification'));
    expect(complete('verify/identity-inconclusive')).to.include({ answerComplete: true });
    expect(complete('verify/identity-unknown-status')).to.include({ answerComplete: true });
    expect(complete('verify/server-error-500')).to.include({ answerComplete: false });
  });

  it('never lets the whole subject into the details, whose names are all snake_case', () => {
    for (const [fixture, check] of CASES) {
      const verdict = judgeUpstream(fixtureExchange(fixture), check);
      if (verdict.class !== 'answered') continue;
      const json = JSON.stringify(verdict.finding.details);
      expect(json.toLowerCase(), fixture).not.to.include(check.subject.toLowerCase());
      const names = [...json.matchAll(/"([^"]+)":/g)].map(([, name]) => name);
      for (const name of names) expect(name, fixture).to.match(/^[a-z_]+$/);
    }
  });
});
