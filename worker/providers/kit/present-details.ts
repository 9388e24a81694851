import { maskIdentityNumbers } from '../../../shared/domain/identity-numbers.js';
import { maskWithin } from '../../../shared/domain/mask.js';

/** Details fit to store: only stated facts, with nobody's identity number whole. */
export function presentDetails(details: Record<string, unknown>, subject: string): Record<string, unknown> {
  // The round trip is what drops the undefined ones, at every depth.
  return JSON.parse(JSON.stringify(maskPersonal(details, subject)));
}

/**
 * Facts that are numbers of things and amounts: nothing in them is taken for the rest of an identity number that has
 * lost its zeros, as one company number in a hundred could be.
 */
const NUMBERS_OF_THINGS: ReadonlySet<string | undefined> = new Set([
  'registration_number',
  'number',
  'vin',
  'engine_number',
  'title_deed',
  'erf',
  'postal_code',
  'purchase_price',
  'share',
  'year',
  'score',
]);

/** Masks the subject wherever the provider repeats it, and every other identity number: it is somebody's. */
export function maskPersonal<T>(value: T, subject: string): T {
  return maskIdentityNumbers(maskWithin(value, subject), (key) =>
    key === undefined || NUMBERS_OF_THINGS.has(key) ? 'whole' : 'shortened',
  );
}
