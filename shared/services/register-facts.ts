import { date, flag, text, word } from '../facts/fact.js';

/**
 * What the population register states about an identity number and whether its holder is alive: part of each of its
 * checks.
 */
export const LIFE = {
  id_number: text('Identity number', '*********0071', 'As returned by the register, masked.'),
  surname: text('Surname', 'Specimen'),
  forenames: text('Forenames', 'Alpha'),
  deceased: flag('Recorded as deceased', false),
  date_of_death: date('Date of death', null),
} as const;

/** What it states about marriage. */
export const MARRIAGE = {
  marital_status: word('Marital status', 'married', 'As worded by the register.'),
  marriage_date: date('Date of marriage', '2024-02-29'),
} as const;

/** What it states about a person's identity. */
export const PERSON = {
  id_number: LIFE.id_number,
  surname: LIFE.surname,
  forenames: LIFE.forenames,
  date_of_birth: date('Date of birth', '2000-01-01'),
  gender: word('Gender', 'female', 'As worded by the register.'),
  citizenship: word('Citizenship', 'citizen', 'As worded by the register.'),
  ...MARRIAGE,
  deceased: LIFE.deceased,
  date_of_death: LIFE.date_of_death,
} as const;
