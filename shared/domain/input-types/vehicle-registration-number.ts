import { compact } from './compact.js';
import { accept, type InputRule, refuse } from './rule.js';

const PLATE = /^[A-Z0-9]{2,10}$/i;
const LETTER = /[A-Z]/i;

/** Registration (plate) number of a vehicle; formats differ by province, hence the lenient rule (contract 4.5). */
export const cleanVehicleRegistrationNumber: InputRule = (raw) => {
  const plate = compact(raw);
  if (PLATE.test(plate) && LETTER.test(plate)) return accept(plate.toUpperCase());
  return refuse(
    'Enter the registration number as on the plate: two to ten letters and digits with at least one letter, ' +
      'for example TST001GP.',
  );
};
