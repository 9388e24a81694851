import { expect } from 'chai';
import { cleanParameters } from '../../../shared/domain/parameters.js';
import { type ServiceCode, serviceOf } from '../../../shared/services/index.js';

const DEFAULTS = { entity: 'person', country: 'ZA', dataset: 'all' };

function clean(service: ServiceCode, raw: unknown) {
  return cleanParameters(serviceOf(service), raw);
}

/** The faults as `field code`, in no particular order. */
function faultsOf(service: ServiceCode, raw: unknown): string[] {
  const cleaned = clean(service, raw);
  return cleaned.ok ? [] : cleaned.faults.map(({ field, code }) => `${field} ${code}`);
}

describe('parameters', () => {
  const accepted: [title: string, service: ServiceCode, raw: unknown, value: object][] = [
    ['absent for a check without parameters', 'said_verification', undefined, {}],
    ['empty for a check without parameters', 'said_verification', {}, {}],
    ['absent for AML screening, which has defaults', 'aml_screening', undefined, DEFAULTS],
    ['empty for AML screening', 'aml_screening', {}, DEFAULTS],
    ['some of those of AML screening', 'aml_screening', { dataset: 'pep' }, { ...DEFAULTS, dataset: 'pep' }],
    [
      'all of those of AML screening',
      'aml_screening',
      { dataset: 'sanctions', country: 'na', entity: 'company' },
      { entity: 'company', country: 'NA', dataset: 'sanctions' },
    ],
    ['absent for a vehicle check', 'vehicle_check', undefined, {}],
    ['a VIN', 'vehicle_check', { vin: 'testvn-0000 0000 001' }, { vin: 'TESTVN00000000001' }],
  ];
  for (const [title, service, raw, value] of accepted) {
    it(`accept ${title}`, () => expect(clean(service, raw)).to.deep.equal({ ok: true, value }));
  }

  const refused: [title: string, service: ServiceCode, raw: unknown, faults: string[]][] = [
    ['null', 'aml_screening', null, ['parameters invalid_type']],
    ['a list', 'aml_screening', [], ['parameters invalid_type']],
    ['a string', 'aml_screening', 'ZA', ['parameters invalid_type']],
    ['a number', 'vehicle_check', 1, ['parameters invalid_type']],
    ['false', 'vehicle_check', false, ['parameters invalid_type']],
    ['a country that is a number', 'aml_screening', { country: 27 }, ['parameters.country invalid_type']],
    ['a country that is null', 'aml_screening', { country: null }, ['parameters.country invalid_type']],
    ['an entity in a list', 'aml_screening', { entity: ['person'] }, ['parameters.entity invalid_type']],
    ['a dataset in an object', 'aml_screening', { dataset: {} }, ['parameters.dataset invalid_type']],
    ['a VIN that is a number', 'vehicle_check', { vin: 1 }, ['parameters.vin invalid_type']],
    ['an unknown entity', 'aml_screening', { entity: 'Person' }, ['parameters.entity invalid_entity']],
    ['an unknown dataset', 'aml_screening', { dataset: '' }, ['parameters.dataset invalid_dataset']],
    ['a wrong VIN', 'vehicle_check', { vin: 'TESTVO00000000001' }, ['parameters.vin invalid_vin']],
    [
      'a parameter of another check',
      'vehicle_check',
      { country: 'ZA' },
      ['parameters.country unknown_field'],
    ],
    ['any for a check without', 'kyc_bundle', { vin: 'x' }, ['parameters.vin unknown_field']],
    [
      'names of the language itself',
      'aml_screening',
      JSON.parse('{"__proto__":{"country":"ZA"},"constructor":1,"toString":"x"}'),
      [
        'parameters.__proto__ unknown_field',
        'parameters.constructor unknown_field',
        'parameters.toString unknown_field',
      ],
    ],
    [
      'everything wrong at once',
      'aml_screening',
      { entity: 1, country: 'ZZ', dataset: 'some', vin: 'x' },
      [
        'parameters.entity invalid_type',
        'parameters.country invalid_country',
        'parameters.dataset invalid_dataset',
        'parameters.vin unknown_field',
      ],
    ],
  ];
  for (const [title, service, raw, faults] of refused) {
    it(`refuse ${title}`, () => expect(faultsOf(service, raw)).to.have.members(faults));
  }

  for (const country of ['ZZ', 'XK', 'UK', 'EU', 'ZAF', '710', 'Z', '', ' ZA', 'ß', 'ıt', 'South Africa']) {
    it(`refuse "${country}" as a country`, () => {
      expect(faultsOf('aml_screening', { country })).to.deep.equal(['parameters.country invalid_country']);
    });
  }

  it('are refused up to fifty unknown names, however many there are', () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_none, index) => [`p${index}`, 1]));
    expect(faultsOf('vehicle_check', { ...many, vin: 1 })).to.have.length(51);
  });

  it('are refused with advice that does not repeat the value', () => {
    const cleaned = clean('aml_screening', { entity: 'robot', country: 'Q9', dataset: 7, other: 'robot' });
    const messages = cleaned.ok ? [] : cleaned.faults.map(({ message }) => message);
    expect(messages).to.have.lengthOf(4);
    for (const message of messages)
      expect(message)
        .to.match(/\b(Use|Must|Enter|Remove)\b/)
        .and.not.match(/robot|Q9/);
  });

  it('are refused with the names of those that there are', () => {
    const adviceOf = (service: ServiceCode, raw: unknown) => {
      const cleaned = clean(service, raw);
      return cleaned.ok ? undefined : cleaned.faults.map(({ message }) => message).join();
    };
    expect(adviceOf('said_verification', { vin: 'x' })).to.equal(
      'Remove it: this check takes no parameters.',
    );
    expect(adviceOf('aml_screening', { vin: 'x' })).to.equal(
      'Remove it: this check takes entity, country, dataset.',
    );
    expect(adviceOf('aml_screening', 'ZA')).to.match(/Send an object/);
  });

  it('that an object inherits are not given', () => {
    expect(clean('aml_screening', Object.create({ country: 'US' }))).to.deep.equal({
      ok: true,
      value: DEFAULTS,
    });
  });
});
