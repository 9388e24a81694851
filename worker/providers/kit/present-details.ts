import { maskIdentityNumbers } from '../../../shared/domain/identity-numbers.js';
import { maskWithin } from '../../../shared/domain/mask.js';
import type { Fact } from '../../../shared/facts/fact.js';
import { CHECKS, type CheckCode } from '../../../shared/services/index.js';
import type { CheckInput } from '../types.js';

/** Returns details fit to store: only stated facts, with every identity number masked. */
export function presentDetails(
  details: Record<string, unknown>,
  { subject, serviceCode }: Pick<CheckInput, 'subject' | 'serviceCode'>,
): Record<string, unknown> {
  const ofThings = NUMBERS_OF_THINGS.get(serviceCode);
  const masked = maskIdentityNumbers(maskWithin(details, subject), (key) =>
    key === undefined || ofThings?.has(key) === true ? 'whole' : 'shortened',
  );
  // The round trip drops undefined values at every depth.
  return JSON.parse(JSON.stringify(masked));
}

/** Masks the subject in a provider's reference, and every other identity number, since it belongs to someone. */
export function presentReference(reference: string, subject: string): string {
  return maskIdentityNumbers(maskWithin(reference, subject), () => 'whole');
}

/**
 * The facts of each check that are numbers of things or amounts: they are never taken for an identity number that lost
 * its leading zeros, which one company number in a hundred would look like.
 */
const NUMBERS_OF_THINGS: ReadonlyMap<CheckCode, ReadonlySet<string>> = new Map(
  CHECKS.map(({ code, facts }) => [code, new Set(namesOfThings(facts))]),
);

function namesOfThings(fact: Fact, name = ''): string[] {
  switch (fact.kind) {
    case 'list':
      return namesOfThings(fact.item, name);
    case 'record':
      return Object.entries(fact.members).flatMap(([member, inner]) => namesOfThings(inner, member));
    case 'text':
      return fact.ofThing ? [name] : [];
    case 'number':
    case 'money':
      return [name];
    case 'word':
    case 'date':
    case 'flag':
      return [];
  }
}
