import type { Fact, RecordFact } from '../../../../shared/facts/fact.js';
import { type CheckCode, checkOf, type Gathered } from '../../../../shared/services/index.js';
import {
  amount,
  either,
  flag,
  isoDate,
  list,
  object,
  optional,
  type Reader,
  text,
} from '../../kit/schema.js';

/** The name of a fact as this provider writes it: our words in camelCase (architecture 5). */
export function nameOnWire(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/**
 * Reads the facts of a check from the `data` of an answer. A fact whose name or kind this provider ever writes in its
 * own way needs a reader of its own in its route.
 */
export function factsOf<Code extends CheckCode>(code: Code): Reader<Gathered<Code>> {
  return readerOf(checkOf(code).facts) as Reader<Gathered<Code>>;
}

/** Reads these facts. */
export function readerOf(fact: Fact): Reader<unknown> {
  switch (fact.kind) {
    case 'text':
      return fact.orNumber ? either(text, amount) : text;
    case 'word':
      return text;
    case 'date':
      return isoDate;
    case 'number':
    case 'money':
      return amount;
    case 'flag':
      return flag;
    case 'list':
      return list(readerOf(fact.item));
    case 'record':
      return recordReader(fact);
  }
}

function recordReader({ members }: RecordFact): Reader<Record<string, unknown>> {
  const named = Object.entries(members).map(([name, member]) => [name, nameOnWire(name), member] as const);
  const read = object(
    Object.fromEntries(named.map(([, onWire, member]) => [onWire, optional(readerOf(member))])),
  );
  return (value) => {
    const data = read(value);
    return Object.fromEntries(named.map(([name, onWire]) => [name, data[onWire]]));
  };
}
