import { compact } from './compact.js';
import { accept, type InputRule, refuse } from './rule.js';

const FILE_NUMBER = /^[A-Z]{2,6}\d{6,12}$/i;
const THIRTEEN_DIGITS = /^\d{13}$/;

/** File number of a refugee or asylum permit. No official format was found, hence the lenient rule (contract 4.5). */
export const cleanRefugeeFileNumber: InputRule = (raw) => {
  const number = compact(raw);
  if (FILE_NUMBER.test(number)) return accept(number.toUpperCase());
  if (THIRTEEN_DIGITS.test(number)) {
    return refuse(
      'This looks like an identity number: enter the file number of the permit, for example PTASYN000000001, ' +
        'or choose a check that takes identity numbers.',
    );
  }
  return refuse(
    'Enter the file number of the permit: two to six letters, then six to twelve digits, for example PTASYN000000001.',
  );
};
