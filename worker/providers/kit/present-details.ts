import { maskIdentityNumbers } from '../../../shared/domain/identity-numbers.js';
import { maskWithin } from '../../../shared/domain/mask.js';

/** Returns details fit to store: only stated facts, with every identity number masked. */
export function presentDetails(details: Record<string, unknown>, subject: string): Record<string, unknown> {
  // The round trip drops undefined values at every depth.
  return JSON.parse(JSON.stringify(maskPersonal(details, subject)));
}

/**
 * Facts that are numbers of things or amounts: they are never taken for an identity number that lost its leading zeros,
 * which one company number in a hundred would look like.
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

/** Masks the subject wherever the provider repeats it, and every other identity number, since it belongs to someone. */
export function maskPersonal<T>(value: T, subject: string): T {
  return maskIdentityNumbers(maskWithin(value, subject), (key) =>
    key === undefined || NUMBERS_OF_THINGS.has(key) ? 'whole' : 'shortened',
  );
}
