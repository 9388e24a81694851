import { expect } from 'chai';
import { ApiError } from '../../../api/errors/catalogue.js';
import { Name } from '../../../api/validation/name-rule.js';
import { OptionalInteger } from '../../../api/validation/number-rules.js';
import { MustBeTrue, OneOf, OptionalBoolean, ValidatedByRoute } from '../../../api/validation/rules.js';
import { Email, Text } from '../../../api/validation/text-rules.js';
import { collectFaults, validateBody } from '../../../api/validation/validate-body.js';

/** The fault code of a value under one rule, or the value that the route would receive. */
function judge(decorator: PropertyDecorator, plain: object): { code: string } | { value: unknown } {
  class Body {
    field?: unknown;
  }
  decorator(Body.prototype, 'field');
  const { value, faults } = collectFaults(Body, plain);
  return faults[0] === undefined ? { value: value.field } : { code: faults[0].code };
}

const text = Text({ min: 3, max: 5 });
const table: Record<string, [PropertyDecorator, unknown, { code: string } | { value: unknown }][]> = {
  Text: [
    [text, undefined, { code: 'required' }],
    [text, null, { code: 'required' }],
    [text, '', { code: 'required' }],
    [text, '   ', { code: 'required' }],
    [text, 7, { code: 'invalid_type' }],
    [text, true, { code: 'invalid_type' }],
    [text, ['abc'], { code: 'invalid_type' }],
    [text, { length: 4 }, { code: 'invalid_type' }],
    [text, 'ab', { code: 'too_short' }],
    [text, '😀😀', { code: 'too_short' }],
    [text, 'abcdef', { code: 'too_long' }],
    [text, 'x'.repeat(30_000), { code: 'too_long' }],
    [text, '😀😀😀😀😀', { value: '😀😀😀😀😀' }],
    [text, '  abc\t', { value: 'abc' }],
    [text, 'a\0c', { code: 'invalid_text' }],
    [text, 'ab\ud800', { code: 'invalid_text' }],
  ],
  Name: [
    [Name({ min: 1, max: 40 }), '', { code: 'required' }],
    [Name({ min: 1, max: 40 }), ' Payroll 2026-11-23 12:00 ', { value: 'Payroll 2026-11-23 12:00' }],
    [Name({ min: 1, max: 40 }), 'For 000101 0000 071', { code: 'personal_data' }],
    [Name({ min: 1, max: 40 }, { optional: true }), undefined, { value: undefined }],
  ],
  MustBeTrue: [
    [MustBeTrue(), true, { value: true }],
    ...[false, 'true', 'false', 1, 0, [], [true], {}, null, undefined].map(
      (value): [PropertyDecorator, unknown, { code: string }] => [
        MustBeTrue(),
        value,
        { code: 'must_be_true' },
      ],
    ),
  ],
  OptionalBoolean: [
    [OptionalBoolean(), undefined, { value: undefined }],
    [OptionalBoolean(), false, { value: false }],
    [OptionalBoolean(), 'false', { code: 'invalid_type' }],
    [OptionalBoolean(), null, { code: 'invalid_type' }],
    [OptionalBoolean(), 0, { code: 'invalid_type' }],
  ],
  OptionalInteger: [
    [OptionalInteger({ min: 1, max: 9 }), undefined, { value: undefined }],
    [OptionalInteger({ min: 1, max: 9 }), 1, { value: 1 }],
    [OptionalInteger({ min: 1, max: 9 }), 9, { value: 9 }],
    [OptionalInteger({ min: 1, max: 9 }), 0, { code: 'out_of_range' }],
    [OptionalInteger({ min: 1, max: 9 }), 10, { code: 'out_of_range' }],
    [OptionalInteger({ min: 1, max: 9 }), 1.5, { code: 'invalid_type' }],
    [OptionalInteger({ min: 1, max: 9 }), '5', { code: 'invalid_type' }],
    [OptionalInteger({ min: 1, max: 9 }), Number.POSITIVE_INFINITY, { code: 'invalid_type' }],
    [OptionalInteger({ min: 1, max: 9 }), null, { code: 'invalid_type' }],
  ],
  OneOf: [
    [OneOf(['a', 'b']), 'b', { value: 'b' }],
    [OneOf(['a', 'b']), undefined, { code: 'required' }],
    [OneOf(['a', 'b']), 'c', { code: 'invalid_choice' }],
    [OneOf(['a', 'b']), ['a'], { code: 'invalid_choice' }],
    [OneOf(['a', 'b'], { optional: true }), undefined, { value: undefined }],
    [OneOf(['a', 'b'], { optional: true }), null, { code: 'required' }],
  ],
  Email: [
    [Email(), ' Person@Example.TEST ', { value: 'person@example.test' }],
    [Email(), 'person', { code: 'invalid_email' }],
    [Email(), 'a@b@example.test', { code: 'invalid_email' }],
    [Email(), '"a b"@example.test', { value: '"a b"@example.test' }],
    [Email(), '"a<b"@example.test', { code: 'invalid_email' }],
    [Email(), '"a>b"@example.test', { code: 'invalid_email' }],
    [Email(), `${'a'.repeat(250)}@example.test`, { code: 'too_long' }],
    [Email(), 5, { code: 'invalid_type' }],
    [Email(), undefined, { code: 'required' }],
  ],
};

for (const [rule, cases] of Object.entries(table)) {
  describe(`the rule ${rule}`, () => {
    for (const [decorator, value, expected] of cases) {
      it(`makes ${JSON.stringify(value)?.slice(0, 40)} ${JSON.stringify(expected).slice(0, 60)}`, () => {
        expect(judge(decorator, value === undefined ? {} : { field: value })).to.deep.equal(expected);
      });
    }
  });
}

describe('a field that may be left out', () => {
  class Body {
    @Text({ min: 1, max: 10 }, { optional: true })
    reference?: string;

    @OneOf(['accept', 'refuse'], { optional: true })
    choice?: string;
  }

  it('says so to whoever sends nothing as its value', () => {
    expect(collectFaults(Body, {}).faults).to.deep.equal([]);
    for (const [field, nothing] of Object.entries({ reference: ['', ' ', null], choice: [null] }).flatMap(
      ([name, values]) => values.map((value) => [name, value] as const),
    )) {
      const { faults } = collectFaults(Body, { [field]: nothing });
      expect(faults, `${field}: ${nothing}`).to.have.length(1);
      expect(faults[0]).to.include({ field, code: 'required' });
      expect(faults[0]?.message).to.include('omit the field');
    }
  });
});

describe('the rule ValidatedByRoute', () => {
  it('hands the value on as it was sent, hostile names included', () => {
    const sent = JSON.parse('{"field":{"__proto__":{"a":1},"constructor":2,"list":[1]}}') as {
      field: object;
    };
    const result = judge(ValidatedByRoute({}), sent) as { value: object };
    expect(result.value).to.equal(sent.field);
    expect(Object.keys(result.value)).to.include('__proto__');
  });
});

describe('validateBody', () => {
  class Body {
    @Text({ min: 1, max: 10 })
    name!: string;

    @MustBeTrue()
    agreed!: boolean;
  }

  it('returns the clean values', () => {
    const { value } = validateBody(Body, { name: ' x ', agreed: true });
    expect(value).to.be.instanceOf(Body).and.to.deep.include({ name: 'x', agreed: true });
  });

  it('throws every fault at once, unknown fields included, and says how to fix each', () => {
    const plain = JSON.parse('{"name":1,"status":"completed","__proto__":{"agreed":true},"constructor":1}');
    try {
      validateBody(Body, plain);
      expect.fail('it did not throw');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { errors } = error.body as { errors: { field: string; code: string; message: string }[] };
      expect(errors.map(({ field, code }) => `${field} ${code}`)).to.deep.equal([
        'name invalid_type',
        'agreed must_be_true',
        'status unknown_field',
        '__proto__ unknown_field',
        'constructor unknown_field',
      ]);
      expect(errors.every(({ message }) => message.length > 10)).to.equal(true);
    }
  });

  it('does not look at fields that were inherited', () => {
    const { faults } = collectFaults(Body, Object.create({ name: 'x', agreed: true }));
    expect(faults.map(({ code }) => code)).to.deep.equal(['required', 'must_be_true']);
  });

  it('never changes what was sent', () => {
    const sent = Object.freeze({ name: ' x ', agreed: true });
    validateBody(Body, sent);
    expect(sent.name).to.equal(' x ');
  });
});
