import type { Fact, ValueOf } from './fact.js';

/** A value of a fact for descriptions and demonstrations: every list has one item, and whatever
 * contradicts nothing is stated. */
export function exampleOf<F extends Fact>(fact: F): ValueOf<F> {
  return exampleValue(fact) as ValueOf<F>;
}

function exampleValue(fact: Fact): unknown {
  switch (fact.kind) {
    case 'list':
      return [exampleValue(fact.item)];
    case 'record':
      return Object.fromEntries(
        Object.entries(fact.members)
          .map(([name, member]) => [name, exampleValue(member)])
          .filter(([, value]) => value !== null),
      );
    default:
      return fact.example;
  }
}
