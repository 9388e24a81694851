import { expect } from 'chai';
import type { CheckCode } from '../../../../shared/services/index.js';
import { judgeUpstream } from '../../../../worker/providers/upstream/outcome-table.js';
import { checkInput } from '../../../support/checks/check-inputs.js';
import { answerOf, readFixture } from '../../../support/provider/provider-fixtures.js';

/** The details of an answer with these facts, for a check whose fixture is a match. */
function detailsWith(fixture: string, check: CheckCode, data: object): Record<string, unknown> {
  const { body } = readFixture(fixture);
  const described = { ...body, data: { ...(body.data as object), ...data } };
  const verdict = judgeUpstream(answerOf(described), checkInput(check));
  if (verdict.class !== 'answered') throw new Error(`Not answered: ${JSON.stringify(verdict)}`);
  return verdict.finding.details;
}

const many = <T>(item: T): T[] => Array.from({ length: 101 }, () => item);

describe('what a real provider answers', () => {
  const lists: [check: CheckCode, fixture: string, name: string, data: object][] = [
    ['aml_screening', 'aml-screening/negative', 'hits', { hits: many({ name: 'Hit Example', score: 0.5 }) }],
    ['property_search', 'property-search/positive', 'properties', { properties: many({ erf: '7' }) }],
    [
      'cipc_director',
      'cipc/director-positive',
      'directorships',
      { directorships: many({ status: 'Active' }) },
    ],
    ['cipc_company', 'cipc/company-positive', 'directors', { directors: many({ name: 'Director Example' }) }],
    [
      'consumer_trace',
      'consumer-trace-lite/positive',
      'addresses',
      { addresses: many({ city: 'Pretoria' }) },
    ],
  ];
  for (const [check, fixture, name, data] of lists) {
    it(`keeps all 101 ${name} of ${check}`, () => {
      expect(detailsWith(fixture, check, data)[name]).to.have.lengthOf(101);
    });
  }

  it('keeps a line of 201 characters and a price of 10^12', () => {
    const line = 'a'.repeat(201);
    const addresses = [{ line }];
    expect(detailsWith('address-lookup/positive', 'address_lookup', { addresses })).to.deep.include({
      addresses,
    });
    const properties = [{ purchasePrice: 10 ** 12 }];
    expect(detailsWith('property-search/positive', 'property_search', { properties })).to.deep.equal({
      properties: [{ purchase_price: 10 ** 12 }],
    });
  });

  it('completes a name of 200 characters that each take two units', () => {
    const input = checkInput('aml_screening', { subject: '\u{10400}'.repeat(200) });
    const body = { ...readFixture('aml-screening/positive').body, subject: input.subject };
    expect(judgeUpstream(answerOf(body), input)).to.have.nested.property('finding.outcome', 'positive');
  });

  const silent: [check: CheckCode, fixture: string, data: object][] = [
    ['identity_check', 'verify/identity-positive', { surname: null, deceased: null, photo: null }],
    ['address_lookup', 'address-lookup/positive', { addresses: null, contacts: null, employers: null }],
    [
      'property_search',
      'property-search/positive',
      { properties: [{ erf: null, purchasePrice: null, share: null }] },
    ],
    [
      'aml_screening',
      'aml-screening/negative',
      { hits: [{ name: 'Hit Example', score: null, lists: null }] },
    ],
    ['vehicle_check', 'vehicle-check/positive', { stolen: null, year: null, licenceExpiry: null }],
  ];
  for (const [check, fixture, data] of silent) {
    it(`takes null in facts of ${check} for silence`, () => {
      expect(JSON.stringify(detailsWith(fixture, check, data))).not.to.include('null');
    });
  }

  const missing: [check: CheckCode, fixture: string, data: object][] = [
    ['identity_check', 'verify/identity-positive', { idNumber: null }],
    ['aml_screening', 'aml-screening/positive', { hits: null }],
    ['cipc_company', 'cipc/company-positive', { name: null }],
    ['cipc_company', 'cipc/company-positive', { directors: [null] }],
  ];
  for (const [check, fixture, data] of missing) {
    it(`cannot do without what ${check} needs: ${JSON.stringify(data)}`, () => {
      expect(() => detailsWith(fixture, check, data)).to.throw('wrong_schema');
    });
  }

  it('may refuse without a message, in its error schema', () => {
    const error = { code: 'invalid_input', message: null };
    expect(judgeUpstream(answerOf({ error }, 422), checkInput('cipc_company'))).to.deep.equal({
      class: 'refused',
    });
  });

  for (const check of ['identity_check', 'phone_trace', 'vehicle_check', 'aml_screening'] as const) {
    it(`masks the subject of ${check} in the reference that is built from it`, () => {
      const input = checkInput(check);
      const body = {
        reference: `REF-${input.subject}`,
        status: 'no_record',
        subject: input.subject,
        data: { hits: [] },
      };
      const verdict = judgeUpstream(answerOf(body), input);
      expect(verdict)
        .to.have.nested.property('finding.reference')
        .that.matches(/^REF-\*+.{4}$/);
    });
  }
});
