import { expect } from 'chai';
import fc from 'fast-check';
import { cleanSubject, searchForms } from '../../../shared/domain/input-types.js';
import { SERVICES } from '../../../shared/services/index.js';
import { expectLinear } from '../../support/time/expect-linear.js';
import { cleanOrCode, judge, messageOf, NOW } from './judge-subject.js';

const ID_REFUSED = 'invalid_sa_id_number';
const COMPANY_REFUSED = 'invalid_company_registration_number';

// Texts near the accepted formats, so that properties also see what is almost or actually valid.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...'0123456789 -/+KCabz.()'), maxLength: 20 }),
  fc.constantFrom(
    '000101 0000 071',
    '+27 (0)71 000 0001',
    '2000-000001 07',
    'ptasyn 000000001',
    'tst 001 gp',
  ),
);

describe('subjects of a director search', () => {
  const judged: [raw: string, expected: string][] = [
    ['000101 0000 071', '0001010000071'],
    ['2000-000001-07', '2000/000001/07'],
    ['200000000107', '2000/000001/07'],
    ['0001010000072', ID_REFUSED],
    ['00010100000', ID_REFUSED],
    ['Test Subject', ID_REFUSED],
    ['', ID_REFUSED],
    ['2099/000001/07', COMPANY_REFUSED],
    ['2000/000001', COMPANY_REFUSED],
    ['2000 000001', COMPANY_REFUSED],
    ['K2019000001', COMPANY_REFUSED],
    ['209900000107', COMPANY_REFUSED],
  ];
  for (const [raw, expected] of judged) {
    it(`judges "${raw}" as ${expected}`, () => expect(cleanOrCode('cipc_director', raw)).to.equal(expected));
  }

  it('say which type they were taken as', () => {
    expect(judge('cipc_director', '0001010000071')).to.include({ type: 'sa_id_number' });
    expect(judge('cipc_director', '2000/000001/07')).to.include({ type: 'company_registration_number' });
  });

  it('are told of the choice, which other services do not give', () => {
    expect(messageOf('cipc_director', '1')).to.include('This check takes: ');
    expect(messageOf('said_verification', '1')).not.to.include('This check takes');
  });

  it('are refused with a message that names both possibilities', () => {
    for (const raw of ['0001010000072', 'K2019000001']) {
      expect(messageOf('cipc_director', raw)).to.match(/Identity number.*registration number of the company/);
    }
  });
});

describe('every subject', () => {
  for (const service of SERVICES) {
    it(`of ${service.code} that is refused gets advice which does not repeat it`, () => {
      fc.assert(
        fc.property(text, (raw) => {
          const judged = cleanSubject(service, raw, NOW);
          if (judged.ok) return;
          expect(service.input.types.map((type) => `invalid_${type}`)).to.include(judged.code);
          expect(judged.message).to.match(/\b(enter|use|check|choose|remove)\b.*\.$/i);
          if (raw.trim().length > 12) expect(judged.message).not.to.include(raw.trim());
        }),
      );
    });

    it(`of ${service.code} that is accepted is its own clean form`, () => {
      fc.assert(
        fc.property(fc.oneof(text, fc.constant(service.input.example)), (raw) => {
          const judged = cleanSubject(service, raw, NOW);
          if (judged.ok) expect(cleanSubject(service, judged.value, NOW)).to.deep.equal(judged);
        }),
      );
    });
  }

  const hostile: [title: string, unit: string][] = [
    ['digits', '0'],
    ['spaces', ' '],
    ['spaced digits', '0 '],
    ['letters and digits', 'A1'],
    ['plus signs', '+'],
    ['brackets', '('],
    ['slashes', '2000/'],
    ['combining marks', '\u0301\u0316'],
    ['white space in words', 'a \t'],
  ];
  for (const [title, unit] of hostile) {
    it(`made of 200 hostile characters (${title}) is judged at once`, () => {
      expectLinear(200, (length) => {
        const raw = `${unit.repeat(length).slice(0, length - 1)}!`;
        for (const service of SERVICES) cleanSubject(service, raw, NOW);
      });
    });
  }
});

describe('search forms', () => {
  const cases: [raw: string, forms: string[]][] = [
    ['000101-0000-071', ['0001010000071']],
    ['071 000 0001', ['+27710000001']],
    ['2000 000001 07', ['2000/000001/07']],
    ['tst 001 gp', ['TST001GP', 'tst 001 gp']],
    ['ptasyn000000001', ['PTASYN000000001', 'ptasyn000000001']],
    ['AB123456', ['AB123456']],
    ['  Test   Subject One ', ['Test Subject One']],
    // No longer taken, but stored before.
    ['T\uFFFDst One', ['T\uFFFDst One']],
    ['TÃ«st One', ['TÃ«st One']],
    ['?', []],
  ];
  for (const [raw, forms] of cases) {
    it(`of "${raw}" are ${forms.length === 0 ? 'none' : forms.join(' and ')}`, () => {
      expect(searchForms(raw, NOW)).to.have.members(forms);
    });
  }

  it('hold the clean form of whatever any service accepts, once', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...SERVICES), (raw, service) => {
        const judged = cleanSubject(service, raw, NOW);
        const forms = searchForms(raw, NOW);
        if (judged.ok) expect(forms).to.include(judged.value);
        expect(new Set(forms).size).to.equal(forms.length);
      }),
    );
  });
});
