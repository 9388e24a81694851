import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'chai';
import { exampleOf } from '../../../shared/facts/example-of.js';
import {
  date,
  type Fact,
  flag,
  list,
  number,
  rand,
  record,
  text,
  textOrNumber,
  word,
} from '../../../shared/facts/fact.js';
import { factSchema } from '../../../shared/facts/fact-schema.js';
import { isPlain, showFact, statedFacts } from '../../../shared/facts/show-fact.js';
import { CHECKS, type FactsOf } from '../../../shared/services/index.js';
import { judgeUpstream } from '../../../worker/providers/upstream/outcome-table.js';
import { CASES } from '../../worker/providers/upstream/fixture-cases.js';

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
ajvFormats.default(ajv);

function fits(fact: Fact, value: unknown): boolean {
  return ajv.validate(factSchema(fact), value);
}

type PropertyFacts = NonNullable<FactsOf<'property_search'>['properties']>[number];

describe('the kinds of fact', () => {
  const TABLE: [name: string, fact: Fact, good: unknown[], bad: unknown[]][] = [
    ['text', text('Name', 'A'), ['', 'A', 'x'.repeat(10_000)], [1, true, null, 'x'.repeat(10_001)]],
    ['text or number', textOrNumber('Share', '1/2', 'Either.'), ['1/2', 50], [true, null, -1]],
    ['word', word('Status', 'active'), ['', 'Active', 'x'.repeat(10_000)], [1, true, null]],
    ['date', date('Day', '2020-02-29'), ['2020-02-29'], ['2021-02-29', '29 Feb 2020', 20200229]],
    ['money', rand('Price', 1), [0, 12.5, 1_250_000], ['1', -1, null]],
    ['number', number('Year', 2020), [0, 0.87, 2020], ['2020', -1]],
    ['flag', flag('Stolen', false), [true, false], ['true', 0, null]],
    ['list', list('Names', text('Name', 'A')), [[], ['A', 'B']], ['A', [1], null]],
    [
      'record',
      record('Person', { surname: text('Surname', 'A') }),
      [{}, { surname: 'B' }],
      [[], { surname: 1 }, { surname: null }, { nickname: 'B' }],
    ],
  ];
  for (const [name, fact, good, bad] of TABLE) {
    it(`have a schema of ${name} that says what fits, beginning with the example`, () => {
      for (const value of [exampleOf(fact), ...good])
        expect(fits(fact, value), JSON.stringify(value)).to.equal(true);
      for (const value of bad) expect(fits(fact, value), JSON.stringify(value)).to.equal(false);
    });
  }

  it('carry label, description and unit into the schema', () => {
    expect(factSchema(rand('Price', 1))).to.include({
      title: 'Price',
      description: 'In South African rand (ZAR).',
    });
  });

  it('are shown to people in words, and as they are when they are of another kind', () => {
    expect(showFact(flag('Stolen', false), true)).to.equal('Yes');
    expect(showFact(flag('Stolen', false), false)).to.equal('No');
    expect(showFact(flag('Stolen', false), 'perhaps')).to.equal('perhaps');
    expect(showFact(rand('Price', 1), 1_250_000.5)).to.equal('R 1 250 000.5');
    expect(showFact(rand('Price', 1), 999)).to.equal('R 999');
    expect(showFact(number('Year', 1), 2020)).to.equal('2020');
    expect(showFact(date('Day', null), '2020-02-29')).to.equal('29 Feb 2020');
    expect(showFact(date('Day', null), 'about 1960')).to.equal('about 1960');
  });

  it('show a word of a register as one that begins a line, and its codes by their names', () => {
    const topic = word('Topic', 'sanction', undefined, { 'role.pep': 'Politically exposed person' });
    for (const [value, shown] of [
      ['female', 'Female'],
      ['in business', 'In business'],
      ['permanent_resident', 'Permanent resident'],
      ['role.pep', 'Politically exposed person'],
      ['role.other', 'role.other'],
      ['AR final deregistration', 'AR final deregistration'],
      ['iPhone', 'iPhone'],
      ['constructor', 'Constructor'],
      ['', ''],
    ] as const) {
      expect(showFact(topic, value)).to.equal(shown);
    }
  });

  it('are known to the compiler by name, those of the items of a list too', () => {
    const property: PropertyFacts = { erf: '101' };
    // @ts-expect-error: there is no such fact.
    const misspelt: PropertyFacts = { erff: '101' };
    // @ts-expect-error: an amount is no text.
    const mistyped: PropertyFacts = { purchase_price: '1250000' };
    expect([property, misspelt, mistyped]).to.have.length(3);
  });

  it('are told in the order of their statement, without those that are not stated', () => {
    const facts = record('Person', { surname: text('Surname', 'A'), forenames: text('Forenames', 'B') });
    const stated = [...statedFacts(facts, { nickname: 'C', forenames: 'B', surname: null })];
    expect(stated.map(([fact, value]) => [fact.label, value])).to.deep.equal([['Forenames', 'B']]);
  });
});

describe('the facts of each check of the provider of the specification', () => {
  const found = CASES.flatMap(({ name: fixture, exchange, check }) => {
    const verdict = judgeUpstream(exchange, check);
    return verdict.class === 'answered'
      ? [
          {
            fixture,
            code: check.serviceCode,
            details: verdict.finding.details,
            result: { outcome: verdict.finding.outcome, label: verdict.finding.label },
          },
        ]
      : [];
  });

  const upstream = CHECKS.filter(({ provider }) => provider === 'upstream');
  for (const { code, finding } of upstream) {
    it(`make an example of ${code} with a result that an adapter gives`, () => {
      const results = found.filter((candidate) => candidate.code === code).map(({ result }) => result);
      expect(results).to.deep.include(finding);
    });
  }

  for (const { code, facts } of upstream) {
    it(`are what the adapter makes of every fixture of ${code}, and all of them occur`, () => {
      const mine = found.filter((candidate) => candidate.code === code);
      for (const { fixture, details } of mine) {
        expect(fits(facts, details), `${fixture}: ${ajv.errorsText()}`).to.equal(true);
      }
      const occurring = mine.flatMap(({ details }) => namesIn(details));
      expect(occurring).to.include.members(statementNames(facts));
    });
  }
});

/** The names of all members, as `addresses.city`. */
function statementNames(fact: Fact, prefix = ''): string[] {
  if (isPlain(fact)) return [prefix];
  if (fact.kind === 'list') return statementNames(fact.item, prefix);
  return Object.entries(fact.members).flatMap(([name, member]) =>
    statementNames(member, `${prefix}.${name}`),
  );
}

function namesIn(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, prefix));
  if (typeof value !== 'object' || value === null) return [prefix];
  return Object.entries(value).flatMap(([name, item]) => namesIn(item, `${prefix}.${name}`));
}
