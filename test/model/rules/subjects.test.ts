import { expect } from 'chai';
import fc from 'fast-check';
import { cleanSubject, cleanVin } from '../../../shared/domain/input-types.js';
import { type ServiceCode, serviceOf } from '../../../shared/services/index.js';
import { howOften, PROPERTY_TIMEOUT_MS } from '../settings.js';
import {
  plainCompanyNumber,
  plainFileNumber,
  plainIdentityNumber,
  plainName,
  plainPlate,
  plainVin,
} from './plain-subjects.js';

const NOW = new Date('2026-09-15T12:00:00Z');
const THIS_YEAR = 2026;

const digits = (length: number) =>
  fc.nat(10 ** length - 1).map((number) => String(number).padStart(length, '0'));
const text = (units: string, minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...units), minLength, maxLength });

/** A valid text, or one that a few changes may have made invalid: both are about as likely. */
function around(valid: fc.Arbitrary<string>, units: string): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(20), fc.nat(1), text(`${units} -`, 0, 2));
  return fc.tuple(valid, fc.array(change, { maxLength: 2 })).map(([start, changes]) =>
    changes.reduce((now, [at, removed, added]) => {
      const place = at % (now.length + 1);
      return now.slice(0, place) + added + now.slice(place + removed);
    }, start),
  );
}

/** Any digits of a number with the check digit that fits, by trying all ten. */
const identityNumbers = fc
  .tuple(fc.nat(99), fc.nat(13), fc.nat(32), digits(4), fc.nat(3), fc.nat(9))
  .map(([year, month, day, serial, citizenship, a]) => {
    const two = (number: number) => String(number).padStart(2, '0');
    const twelve = `${two(year)}${two(month)}${two(day)}${serial}${citizenship}${a}`;
    const fitting = Array.from({ length: 10 }, (_, z) => `${twelve}${z}`).find(plainIdentityNumber);
    return fitting ?? `${twelve}0`;
  });

const companyNumbers = fc
  .tuple(fc.integer({ min: 1790, max: 2030 }), digits(6), digits(2), text('/- ', 0, 1), text('/- ', 0, 1))
  .map(([year, serial, kind, first, second]) => `${year}${first}${serial}${second}${kind}`);

const ALPHANUMERIC = 'ABCIOQXZabioqz0123456789';

const rules: readonly {
  service: ServiceCode;
  texts: fc.Arbitrary<string>;
  plain: (raw: string) => string | undefined;
}[] = [
  {
    service: 'said_verification',
    texts: around(identityNumbers, '0123456789A'),
    plain: plainIdentityNumber,
  },
  {
    service: 'refugee_verification',
    texts: around(
      fc.tuple(text('ABCXYZabz', 1, 7), text('0123456789', 5, 13)).map((parts) => parts.join('')),
      'Ab09_',
    ),
    plain: plainFileNumber,
  },
  {
    service: 'cipc_company',
    texts: around(companyNumbers, '0129/'),
    plain: (raw) => plainCompanyNumber(raw, THIS_YEAR),
  },
  {
    service: 'cipc_director',
    texts: fc.oneof(around(companyNumbers, '0129/'), around(identityNumbers, '0129')),
    plain: (raw) => plainIdentityNumber(raw) ?? plainCompanyNumber(raw, THIS_YEAR),
  },
  {
    service: 'vehicle_check',
    texts: around(text(ALPHANUMERIC, 0, 12), `${ALPHANUMERIC}_/`),
    plain: plainPlate,
  },
  {
    service: 'aml_screening',
    texts: fc.oneof(text('ab 1-.', 0, 8), text("abcXYZ  .'", 0, 210)),
    plain: plainName,
  },
];

describe('subjects, beside their rules written out a second time', function () {
  this.timeout(PROPERTY_TIMEOUT_MS);

  for (const { service, texts, plain } of rules) {
    it(`are judged alike for ${service}`, () => {
      fc.assert(
        fc.property(texts, (raw) => {
          const judged = cleanSubject(serviceOf(service), raw, NOW);
          expect(judged.ok ? judged.value : undefined).to.equal(plain(raw));
        }),
        howOften(300),
      );
    });
  }

  it('are judged alike for the VIN', () => {
    fc.assert(
      fc.property(around(text('ABCHJKPRXZabz0123456789', 16, 18), `${ALPHANUMERIC}_`), (raw) => {
        expect(cleanVin(raw)).to.equal(plainVin(raw));
      }),
      howOften(300),
    );
  });

  it('that are phone numbers keep their nine digits, and service numbers are refused', () => {
    const ways: readonly ((nine: string) => string)[] = [
      (nine) => `0${nine}`,
      (nine) => `+27${nine}`,
      (nine) => `+27 (0)${nine}`,
      (nine) => `0${nine.slice(0, 2)} ${nine.slice(2, 5)}-${nine.slice(5)}`,
    ];
    // A zero in front belongs to the way of writing: libphonenumber takes it away, and shorter numbers exist.
    const significant = digits(9).filter((nine) => !nine.startsWith('0'));
    fc.assert(
      fc.property(significant, fc.constantFrom(...ways), (nine, write) => {
        const judged = cleanSubject(serviceOf('phone_trace'), write(nine), NOW);
        const isService = /^(80|86|9)/.test(nine);
        if (judged.ok)
          expect({ value: judged.value, isService }).to.deep.equal({ value: `+27${nine}`, isService: false });
        else expect(nine, 'a mobile number').not.to.match(/^(7[1-46-9]|8[2-4])/);
      }),
      howOften(300),
    );
  });
});
