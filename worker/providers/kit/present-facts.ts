import { maskNumbersIn } from '../../../shared/domain/identity-numbers.js';
import { mapTexts } from '../../../shared/domain/map-texts.js';
import { maskerOf } from '../../../shared/domain/mask.js';
import type { Fact } from '../../../shared/facts/fact.js';
import { CHECKS, type CheckCode } from '../../../shared/services/index.js';
import type { CheckInput, Finding } from '../types.js';

/**
 * Returns the details and the reference of an answer fit to store: only stated facts, with the subject and every other
 * identity number masked. The provider may build its reference from the subject, and the client is shown it.
 */
export function presentFacts(
  { details, reference }: Pick<Finding, 'details' | 'reference'>,
  { subject, serviceCode }: Pick<CheckInput, 'subject' | 'serviceCode'>,
): Pick<Finding, 'details' | 'reference'> {
  const ofThings = NUMBERS_OF_THINGS.get(serviceCode);
  const maskSubject = maskerOf(subject);
  const masked = mapTexts(details, (text, key) =>
    maskNumbersIn(
      maskSubject(text),
      key === undefined || ofThings?.has(key) === true ? 'whole' : 'shortened',
    ),
  );
  return {
    // The round trip drops undefined values at every depth.
    details: JSON.parse(JSON.stringify(masked)),
    reference: maskNumbersIn(maskSubject(reference), 'whole'),
  };
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
