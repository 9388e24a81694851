import { expect } from 'chai';
import fc from 'fast-check';
import { ApiError } from '../../../api/errors/catalogue.js';
import { readCreateRequest } from '../../../api/verifications/submission/create-request.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import { PRICE_LIST } from '../../../shared/services/price-list.js';
import { howOften, PROPERTY_TIMEOUT_MS } from '../settings.js';

/** The fields of a body that are refused. */
function fieldsAtFault(body: unknown): string[] {
  try {
    readCreateRequest(body, [], NOW);
  } catch (error) {
    if (error instanceof ApiError)
      return (error.body.errors as { field: string }[]).map(({ field }) => field);
    throw error;
  }
  return [];
}

const NOW = new Date('2026-09-15T12:00:00Z');
const ID_NUMBER = '0001010000071';

/** A value of a field, undefined for leaving it out, and whether contract 4.1 allows it. */
interface Choice {
  value: unknown;
  good: boolean;
}

const good = (...values: unknown[]): Choice[] => values.map((value) => ({ value, good: true }));
const bad = (...values: unknown[]): Choice[] => values.map((value) => ({ value, good: false }));

/** No field takes any of these. */
const NOTHING_SENSIBLE = [null, [], {}, 1.5, Number.NaN];
const MUST_BE_TRUE = [...good(true), ...bad(undefined, false, 'true', 1, 'yes', ...NOTHING_SENSIBLE)];

const FIELDS: Readonly<Record<string, readonly Choice[]>> = {
  purpose: [
    ...good('Lease', '  trimmed  ', 'x'.repeat(500), '😀😀😀', 'about 0001010000072'),
    ...bad(undefined, '', '  ', 'ab', ' ab ', 'x'.repeat(501), 'a\0bc', 7, true, ...NOTHING_SENSIBLE),
    ...bad(`about ${ID_NUMBER}`, 'about 000101 0000 071', `x${ID_NUMBER}x`),
  ],
  authority_confirmed: MUST_BE_TRUE,
  charge_approved: MUST_BE_TRUE,
  idempotency_key: [
    ...good('k', 'order 17/a', '~'.repeat(255), '0001010000072'),
    ...bad(undefined, '', '~'.repeat(256), 'naïve', 'tab\there', 12, true, ...NOTHING_SENSIBLE),
    ...bad(ID_NUMBER, `order-${ID_NUMBER}`),
  ],
};

/** Fields that are judged by what the service asks for. */
const OF_SERVICE: Readonly<Record<string, Readonly<Record<string, readonly Choice[]>>>> = {
  said_verification: {
    subject: [
      ...good(ID_NUMBER, ' 000101 0000-071 '),
      ...bad(undefined, '', '0001010000072', 71, ...NOTHING_SENSIBLE),
    ],
    biometric_consent: [...good(undefined, true, false), ...bad('true', 0, ...NOTHING_SENSIBLE)],
    parameters: [...good(undefined, {}), ...bad(null, [], 'x', 1)],
  },
  identity_check: {
    subject: [...good(ID_NUMBER), ...bad('Test Subject')],
    biometric_consent: [...good(true), ...bad(undefined, false, 'true', 1, ...NOTHING_SENSIBLE)],
    parameters: good(undefined, {}),
  },
  aml_screening: {
    subject: [...good('Test Subject', 'Ng'), ...bad('X', '12', 'x'.repeat(201))],
    biometric_consent: good(undefined, false),
    parameters: [
      ...good(undefined, {}, { entity: 'company' }, { country: 'na', dataset: 'pep' }),
      ...bad(null, 'ZA', []),
    ],
  },
};

const SERVICES = Object.keys(OF_SERVICE) as ServiceCode[];

const requests = fc.constantFrom(...SERVICES).chain((service) => {
  const price = PRICE_LIST.credits[service];
  const approved = [
    ...good(undefined, price),
    ...bad(price + 1, price - 1, 0, String(price), ...NOTHING_SENSIBLE),
  ];
  const choices = { ...FIELDS, ...OF_SERVICE[service], credits_approved: approved };
  const fields = Object.fromEntries(Object.entries(choices).map(([name, all]) => [name, oftenGood(all)]));
  const unknown = fc.constantFrom(
    undefined,
    undefined,
    'status',
    'client_id',
    'credits_charged',
    '__proto__',
  );
  return fc.tuple(fc.constant(service), fc.record(fields), unknown);
});

/** Good values mostly, so that whole bodies are often good too. */
function oftenGood(all: readonly Choice[]): fc.Arbitrary<Choice> {
  const wrong = all.filter((choice) => !choice.good);
  const right = fc.constantFrom(...all.filter((choice) => choice.good));
  return wrong.length === 0
    ? right
    : fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });
}

describe('bodies of new verifications, beside a table of what each field allows', function () {
  this.timeout(PROPERTY_TIMEOUT_MS);

  it('are refused for exactly the fields that are wrong, all of them at once', () => {
    fc.assert(
      fc.property(requests, ([service, choices, unknown]) => {
        const given = Object.entries(choices).filter(([, { value }]) => value !== undefined);
        const body = Object.fromEntries([
          ['service_code', service],
          ...given.map(([name, { value }]) => [name, value]),
          ...(unknown === undefined ? [] : [[unknown, 'x']]),
        ]);
        const wrong = Object.entries(choices).flatMap(([name, choice]) => (choice.good ? [] : [name]));
        expect(fieldsAtFault(body)).to.have.members(unknown === undefined ? wrong : [...wrong, unknown]);
      }),
      howOften(300),
    );
  });
});
