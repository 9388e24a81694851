import { expect } from 'chai';
import type { CheckCode } from '../../../../shared/services/index.js';
import { judgeUpstream } from '../../../../worker/providers/upstream/outcome-table.js';
import { checkInput } from '../../../support/checks/check-inputs.js';
import { answerOf, readFixture } from '../../../support/provider/provider-fixtures.js';

/** The finding of an answer whose `data` also has these facts. */
function findingWith(fixture: string, check: CheckCode, data: object, envelope: object = {}) {
  const { body } = readFixture(fixture);
  const described = { ...body, data: { ...(body.data as object), ...data }, ...envelope };
  const verdict = judgeUpstream(answerOf(described), checkInput(check));
  if (verdict.class !== 'answered') throw new Error(`Not answered: ${JSON.stringify(verdict)}`);
  return verdict.finding;
}

describe('identity numbers of others in an answer', () => {
  it('are masked in the facts of a report', () => {
    const directors = [{ name: 'DIRECTOR Example 000101 0001 079', status: 'resigned 1,010,001,079' }];
    expect(
      findingWith('cipc/company-positive', 'cipc_company', { directors }).details.directors,
    ).to.deep.equal([{ name: 'DIRECTOR Example *********1079', status: 'resigned *********1079' }]);
    const maritalStatus = 'married to 0001010001079';
    expect(findingWith('verify/marital-positive', 'marital_status', { maritalStatus }).details).to.include({
      marital_status: 'married to *********1079',
    });
  });

  it('are masked in the reference', () => {
    const envelope = { reference: 'PRV/0001010001079/7' };
    expect(findingWith('vehicle-check/positive', 'vehicle_check', {}, envelope).reference).to.equal(
      'PRV/*********1079/7',
    );
  });

  it('are not seen in numbers of things', () => {
    // Each would be an identity number that has lost its leading zeros.
    const directorships = [{ registrationNumber: '2012/012345/07' }, { registrationNumber: '201201234204' }];
    const contacts = [{ number: '12025550133' }];
    expect(findingWith('cipc/director-positive', 'cipc_director', { directorships }).details).to.deep.equal({
      directorships: directorships.map(({ registrationNumber }) => ({
        registration_number: registrationNumber,
      })),
    });
    const { details } = findingWith('consumer-trace-lite/positive', 'consumer_trace', { contacts });
    expect(details.contacts).to.deep.equal(contacts);
  });

  for (const name of ['ONE, Test Subject', 'subject one_TEST', 'Tést Sübject One']) {
    it(`hide no "${name}" of the subject who was screened`, () => {
      const { details } = findingWith('aml-screening/negative', 'aml_screening', { hits: [{ name }] });
      expect(details.hits).to.deep.equal([{ name: '************ One' }]);
    });
  }
});
