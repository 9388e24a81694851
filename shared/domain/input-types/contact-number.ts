import parsePhoneNumber, { type NumberType } from 'libphonenumber-js/max';
import { compact } from './compact.js';
import { accept, type InputRule, refuse } from './rule.js';

// What libphonenumber is given: no letters, so no extensions, and no more than the longest way to write a number.
const DIALLABLE = /^\+?[\d().]{9,20}$/;

// Lines that belong to a subscriber. The others (080 toll free, 086 shared cost and UAN, 09 premium …) are services.
const SUBSCRIBER_LINES: readonly NumberType[] = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'VOIP'];

/** Phone number of a South African subscriber, sent upstream as E.164 (contract 4.5); libphonenumber decides. */
export const cleanContactNumber: InputRule = (raw) => {
  const text = compact(raw);
  const number = DIALLABLE.test(text)
    ? parsePhoneNumber(text, { defaultCountry: 'ZA', extract: false })
    : undefined;
  if (number !== undefined && number.countryCallingCode !== '27') {
    return refuse('Only South African numbers can be traced: enter one that starts with 0 or +27.');
  }
  if (number?.country !== 'ZA' || !number.isValid()) {
    return refuse('Enter a South African phone number, for example 071 000 0001 or +27 71 000 0001.');
  }
  if (!SUBSCRIBER_LINES.includes(number.getType())) {
    return refuse(
      'Service numbers (such as 080, 086 and 09) do not belong to a person: enter a mobile or landline number.',
    );
  }
  return accept(number.number);
};
