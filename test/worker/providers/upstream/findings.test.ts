import { expect } from 'chai';
import type { CheckCode } from '../../../../shared/services/index.js';
import { judgeUpstream } from '../../../../worker/providers/upstream/outcome-table.js';
import { checkInput, SUBJECTS } from '../../../support/checks/check-inputs.js';
import { answerOf, fixtureExchange, readFixture } from '../../../support/provider/provider-fixtures.js';

const REGISTER: CheckCode[] = ['identity_check', 'said_verification', 'marital_status', 'alive_status'];

function detailsOf(fixture: string, check: CheckCode): Record<string, unknown> {
  const verdict = judgeUpstream(fixtureExchange(fixture), checkInput(check));
  if (verdict.class !== 'answered') throw new Error(`${fixture} was not answered`);
  return verdict.finding.details;
}

describe('the details of a finding', () => {
  it('masks every echo of the subject, in whatever spacing', () => {
    expect(detailsOf('verify/identity-echoes-in-text', 'identity_check')).to.include({
      id_number: '*********0071',
      surname: 'Subject *********0071',
      citizenship: 'ref *********0071',
    });
  });

  it('ignores fields that no contract names', () => {
    expect(detailsOf('verify/identity-unknown-fields', 'identity_check')).to.have.all.keys(
      'id_number',
      'surname',
      'forenames',
      'deceased',
      'marital_status',
      'date_of_birth',
      'gender',
      'citizenship',
    );
  });

  it('holds what each check was bought for and no more', () => {
    const keys = REGISTER.map((code) => Object.keys(detailsOf('verify/marital-deceased', code)).length);
    expect(keys).to.deep.equal([10, 10, 7, 5]);
  });

  for (const [stated, differs] of [
    ['testvn00000000001', false],
    ['TESTVN-0000 0000 001', false],
    ['', false],
    ['TESTVN00000000002', true],
    ['N00000001', true],
  ] as const) {
    it(`${differs ? 'says' : 'does not say'} that the VIN "${stated}" is not the TESTVN00000000001 given`, () => {
      const { body } = readFixture('vehicle-check/positive');
      const answer = answerOf({ ...body, data: { ...(body.data as object), vin: stated } });
      const input = checkInput('vehicle_check', { parameters: { vin: 'TESTVN00000000001' } });
      const label = `Vehicle found; not recorded as stolen${differs ? '; its VIN is not the one given' : ''}`;
      expect(judgeUpstream(answer, input)).to.have.nested.property('finding.label', label);
    });
  }

  const EXACT: readonly [fixture: string, check: CheckCode, details: Record<string, unknown>][] = [
    [
      'refugee-verification/positive',
      'refugee_verification',
      {
        file_number: '***********0001',
        surname: 'Subject',
        forenames: 'Test One',
        permit_status: 'valid',
        valid_until: '2027-07-07',
      },
    ],
    [
      'aml-screening/negative',
      'aml_screening',
      { hits: [{ name: 'T. Subject', score: 0.87, lists: ['Sample sanctions list'], topics: ['sanction'] }] },
    ],
    [
      'property-search/positive',
      'property_search',
      {
        properties: [
          {
            erf: '101',
            suburb: 'Exampleville',
            city: 'Pretoria',
            title_deed: 'T1/2020',
            purchase_date: '2020-02-20',
            purchase_price: 1250000,
            share: 0.5,
          },
        ],
      },
    ],
    [
      'cipc/director-positive',
      'cipc_director',
      {
        directorships: [
          {
            company_name: 'Sample Trading',
            registration_number: '2000/000001/07',
            status: 'Active',
            appointed: '2010-10-10',
          },
        ],
      },
    ],
    [
      'address-lookup/positive',
      'address_lookup',
      {
        addresses: [
          {
            line: '1 Sample Street',
            suburb: 'Exampleville',
            city: 'Pretoria',
            province: 'Gauteng',
            postal_code: '0001',
            last_seen: '2025-05-05',
          },
          { line: '2 Sample Street', city: 'Pretoria' },
        ],
        contacts: [{ type: 'mobile', number: '+27710000009', last_seen: '2025-05-05' }],
        employers: [],
      },
    ],
    ['vehicle-check/theft-not-stated', 'vehicle_check', { registration_number: '****01GP' }],
  ];
  for (const [fixture, check, details] of EXACT) {
    it(`of ${fixture} are exactly the normalised facts`, () => {
      expect(detailsOf(fixture, check)).to.deep.equal(details);
    });
  }
});

describe('the photograph', () => {
  const photoOf = (fixture: string, check: CheckCode) => {
    const verdict = judgeUpstream(fixtureExchange(fixture), checkInput(check));
    return verdict.class === 'answered' ? verdict.finding.photo : undefined;
  };

  it('comes as JPEG bytes beside the details', () => {
    expect(photoOf('verify/identity-positive', 'identity_check')?.subarray(0, 3)).to.deep.equal(
      Buffer.from([0xff, 0xd8, 0xff]),
    );
    expect(detailsOf('verify/identity-positive', 'identity_check')).not.to.have.property('photo');
  });

  it('is not taken by a check that nobody gave biometric consent for', () => {
    expect(photoOf('verify/said-with-photo', 'said_verification')).to.equal(undefined);
  });

  it('is not taken by a mistaken answer about nobody', () => {
    expect(photoOf('verify/identity-negative', 'identity_check')).to.equal(undefined);
  });
});

describe('the provider reference', () => {
  it('is kept beside the details', () => {
    const verdict = judgeUpstream(fixtureExchange('cipc/company-positive'), checkInput('cipc_company'));
    expect(verdict).to.have.nested.property('finding.reference', 'prv-0001');
  });

  it('is empty when a documented 404 gives none', () => {
    const verdict = judgeUpstream(fixtureExchange('errors/no-record-404'), checkInput('cipc_company'));
    expect(verdict).to.have.nested.property('finding.reference', '');
    expect(JSON.stringify(verdict)).not.to.include(SUBJECTS.company_registration_number);
  });
});
