import type { CheckInput, Exchange } from '../../../../worker/providers/types.js';
import { UPSTREAM_ROUTES } from '../../../../worker/providers/upstream/routes/index.js';
import { checkInput, UPSTREAM_CHECKS } from '../../../support/checks/check-inputs.js';
import {
  answerOf,
  fixtureExchange,
  fixtureNames,
  readFixture,
} from '../../../support/provider/provider-fixtures.js';

/** An answer, the check it answers, and what it means: the outcome or class, and the label or reason. */
export interface Case {
  readonly name: string;
  readonly exchange: Exchange;
  readonly check: CheckInput;
  readonly means: string;
}

/** The folder of answers in the error schema, which are the same on every route. */
const ERRORS = 'errors/';

const REPORTS = fixtureNames().filter((name) => !name.startsWith(ERRORS));

const STATED = REPORTS.map((name): Case => {
  const { check, inputType, means } = readFixture(name);
  if (check === undefined) throw new Error(`${name} does not say which check it answers.`);
  const input = checkInput(check, inputType === undefined ? {} : { inputType });
  return { name, exchange: fixtureExchange(name), check: input, means };
});

/** What the same answers mean to other checks. */
const ALSO: readonly Case[] = [
  {
    name: 'verify/register-every-fact for a photograph',
    exchange: fixtureExchange('verify/register-every-fact'),
    check: checkInput('identity_check'),
    means: 'negative: Identity number found; the person is recorded as deceased',
  },
  {
    name: 'vehicle-check/positive with another VIN',
    exchange: fixtureExchange('vehicle-check/positive'),
    check: checkInput('vehicle_check', { parameters: { vin: 'AAAAAAAAAAAAAAAA2' } }),
    means: 'positive: Vehicle found; not recorded as stolen; its VIN is not the one given',
  },
];

const ERROR_ANSWERS = UPSTREAM_ROUTES.flatMap(({ path, checks }) =>
  fixtureNames()
    .filter((name) => name.startsWith(ERRORS))
    .flatMap((name) =>
      checks.slice(0, 1).map((code): Case => {
        const { means } = readFixture(name);
        return {
          name: `${name} on ${path}`,
          exchange: fixtureExchange(name),
          check: checkInput(code),
          means,
        };
      }),
    ),
);

/** Defects that make any answer worthless, whatever it says. */
const ENVELOPES: readonly [name: string, envelope: Record<string, unknown>, means: string][] = [
  ['inconclusive', { status: 'inconclusive' }, 'uncertain: inconclusive'],
  ['for another subject', { subject: 'Somebody Else' }, 'uncertain: wrong_subject'],
  ['without a reference', { reference: undefined }, 'uncertain: wrong_schema'],
  ['with an unknown status', { status: 'maybe' }, 'uncertain: wrong_schema'],
];

/** The first good-news fixture of every check, spoilt in each of these ways. */
const SPOILT = UPSTREAM_CHECKS.flatMap((code) => {
  const good = STATED.find(
    ({ check, means }) => check.serviceCode === code && means.startsWith('positive: '),
  );
  if (good === undefined) return [];
  const { body } = readFixture(good.name);
  return ENVELOPES.map(
    ([name, envelope, means]): Case => ({
      name: `${good.name} ${name}`,
      exchange: answerOf({ ...body, ...envelope }),
      check: good.check,
      means,
    }),
  );
});

/** The answers in test/fixtures/provider, and those derived from them. */
export const CASES: readonly Case[] = [...STATED, ...ALSO, ...SPOILT, ...ERROR_ANSWERS];
