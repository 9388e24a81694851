import { type CheckCode, checkOf, type Gathered } from '../../../../shared/services/index.js';
import type { JsonObject } from '../../kit/parse-json.js';
import { jpeg, object, optional, type Reader } from '../../kit/schema.js';
import type { CheckInput, Finding } from '../../types.js';
import { factsOf } from './facts-on-wire.js';
import { readAnswer, type Status } from './read-answer.js';
import type { Reading } from './route.js';

/** The checks of /verify that query the population register about one identity number. */
export type RegisterCheck = Extract<
  CheckCode,
  'identity_check' | 'said_verification' | 'marital_status' | 'alive_status'
>;

type Person = Gathered<'identity_check'> & { readonly photo: Buffer | undefined };

const WITH_PHOTO = object({ photo: optional(jpeg) });
const FACTS = factsOf('identity_check');

/**
 * Everything the register says of a person is read in every check, so that a mistake in one part of an answer is
 * noticed in all. Nobody consented to a photograph in the others, so they do not even read it (contract 4.1).
 */
const READERS: Readonly<Record<RegisterCheck, Reader<Person>>> = {
  identity_check: (data) => ({ ...FACTS(data), ...WITH_PHOTO(data) }),
  said_verification: withoutPhoto,
  marital_status: withoutPhoto,
  alive_status: withoutPhoto,
};

function withoutPhoto(data: unknown): Person {
  return { ...FACTS(data), photo: undefined };
}

/** Reads an answer about a person in the population register; a recorded death makes most of them negative. */
export function normaliseRegister(answer: JsonObject, input: CheckInput, check: RegisterCheck): Reading {
  return readAnswer(answer, input, {
    data: READERS[check],
    echo: ({ id_number }) => id_number,
    contradicts,
    noRecordLabel: 'No record of this identity number in the population register',
    interpret: (person, matched) => ({
      // Contract 4.4: marital status is the one register check that a death does not turn negative.
      outcome: matched && (check === 'marital_status' || !isDeceased(person)) ? 'positive' : 'negative',
      label: label(check, person, matched),
      details: details(check, person),
      ...photo(person, matched),
    }),
  });
}

function isDeceased({ deceased, date_of_death }: Person): boolean {
  return deceased === true || date_of_death !== undefined;
}

function contradicts(person: Person, status: Status): boolean {
  const diedAlive = person.deceased === false && person.date_of_death !== undefined;
  return diedAlive || (status === 'no_record' && isDeceased(person));
}

function label(check: RegisterCheck, person: Person, matched: boolean): string {
  if (check === 'alive_status') return aliveLabel(person, matched);
  const found = matched ? FOUND[check](person) : 'Identity number not confirmed by the population register';
  if (!isDeceased(person)) return found;
  // A negative result must not open with the word "confirmed".
  const opening = matched && check !== 'marital_status' ? 'Identity number found' : found;
  return `${opening}; the person is recorded as deceased`;
}

function aliveLabel(person: Person, matched: boolean): string {
  if (isDeceased(person)) return 'The person is recorded as deceased';
  if (!matched) return 'Identity number not confirmed: life status not established';
  return person.deceased === false
    ? 'The person is recorded as alive'
    : 'Identity number found, with no death recorded';
}

const FOUND: Record<Exclude<RegisterCheck, 'alive_status'>, (person: Person) => string> = {
  identity_check: ({ photo }) =>
    `Identity confirmed by the population register, ${photo === undefined ? 'without' : 'with'} an ID photograph`,
  said_verification: () => 'Identity number confirmed by the population register',
  marital_status: ({ marital_status }) =>
    marital_status === undefined
      ? 'Identity number found, with no marital status recorded'
      : 'Marital status found in the population register',
};

/** Each check reports only what it was bought for: the facts of its service. */
function details(check: RegisterCheck, person: Person): Record<string, unknown> {
  const { members } = checkOf(check).facts;
  return Object.fromEntries(Object.entries(person).filter(([name]) => Object.hasOwn(members, name)));
}

function photo({ photo }: Person, matched: boolean): Pick<Finding, 'photo'> {
  return matched && photo !== undefined ? { photo } : {};
}
