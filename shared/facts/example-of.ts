import type { Fact, ValueOf } from './fact.js';

/**
 * An example value of a fact, for descriptions and demonstrations: lists have one item, and members whose value would
 * contradict the others are left out.
 */
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
