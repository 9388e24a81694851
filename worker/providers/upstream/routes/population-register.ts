import type { CheckCode } from '../../../../shared/services/index.js';
import type { JsonObject } from '../../kit/parse-json.js';
import { flag, isoDate, jpeg, object, optional, type Reader, text } from '../../kit/schema.js';
import type { CheckInput, Finding, Gathered } from '../../types.js';
import { readAnswer, type Status } from './read-answer.js';
import type { Reading } from './route.js';

/** The checks of /verify that query the population register about one identity number. */
export type RegisterCheck = Extract<
  CheckCode,
  'identity_check' | 'said_verification' | 'marital_status' | 'alive_status'
>;

const PERSON = {
  idNumber: optional(text),
  surname: optional(text),
  forenames: optional(text),
  dateOfBirth: optional(isoDate),
  gender: optional(text),
  citizenship: optional(text),
  deceased: optional(flag),
  dateOfDeath: optional(isoDate),
  maritalStatus: optional(text),
  marriageDate: optional(isoDate),
};
const PERSON_DATA = object({ ...PERSON, photo: absent });
const PERSON_DATA_WITH_PHOTO = object({ ...PERSON, photo: optional(jpeg) });
type Person = ReturnType<typeof PERSON_DATA_WITH_PHOTO>;

/** Nobody consented to a photograph in the other checks, so they do not even read it (contract 4.1). */
function absent(): undefined {}

/** Reads an answer about a person in the population register; a recorded death makes most of them negative. */
export function normaliseRegister(answer: JsonObject, input: CheckInput, check: RegisterCheck): Reading {
  const data: Reader<Person> = check === 'identity_check' ? PERSON_DATA_WITH_PHOTO : PERSON_DATA;
  return readAnswer(answer, input, {
    data,
    echo: ({ idNumber }) => idNumber,
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

function isDeceased({ deceased, dateOfDeath }: Person): boolean {
  return deceased === true || dateOfDeath !== undefined;
}

function contradicts(person: Person, status: Status): boolean {
  const diedAlive = person.deceased === false && person.dateOfDeath !== undefined;
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
  marital_status: ({ maritalStatus }) =>
    maritalStatus === undefined
      ? 'Identity number found, with no marital status recorded'
      : 'Marital status found in the population register',
};

/** Each check reports only what it was bought for. */
function details(check: RegisterCheck, person: Person): Gathered<RegisterCheck> {
  return {
    id_number: person.idNumber,
    surname: person.surname,
    forenames: person.forenames,
    deceased: person.deceased,
    date_of_death: person.dateOfDeath,
    ...(check === 'alive_status' ? {} : maritalDetails(person)),
    ...(check === 'identity_check' || check === 'said_verification' ? identityDetails(person) : {}),
  };
}

function maritalDetails(
  person: Person,
): Pick<Gathered<'identity_check'>, 'marital_status' | 'marriage_date'> {
  return { marital_status: person.maritalStatus, marriage_date: person.marriageDate };
}

function identityDetails(
  person: Person,
): Pick<Gathered<'identity_check'>, 'date_of_birth' | 'gender' | 'citizenship'> {
  return { date_of_birth: person.dateOfBirth, gender: person.gender, citizenship: person.citizenship };
}

function photo({ photo }: Person, matched: boolean): Pick<Finding, 'photo'> {
  return matched && photo !== undefined ? { photo } : {};
}
