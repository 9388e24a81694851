import type { ListFact, RecordFact } from '../../../shared/facts/fact.js';
import { isPlain, showFact, statedFacts } from '../../../shared/facts/show-fact.js';

/** One line of a report: a label and its value. */
export interface Line {
  label: string;
  value: string;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Yields the details line by line in the order of the facts. The records of a list are numbered from 1 under the name
 * of an item: `Address 2: City`.
 */
export function* flattenFacts(facts: RecordFact, details: Values): Generator<Line> {
  for (const [fact, value] of statedFacts(facts, details)) {
    if (isPlain(fact)) yield { label: fact.label, value: showFact(fact, value) || '(empty)' };
    else yield* listLines(fact, value as readonly unknown[]);
  }
}

function* listLines({ label, item }: ListFact, values: readonly unknown[]): Generator<Line> {
  if (values.length === 0) {
    yield { label, value: 'None' };
  } else if (isPlain(item)) {
    yield { label, value: values.map((value) => showFact(item, value)).join(', ') };
  } else {
    for (const [index, value] of values.entries()) {
      yield* recordLines(item, value as Values, `${item.label} ${index + 1}`);
    }
  }
}

function* recordLines(item: RecordFact, details: Values, heading: string): Generator<Line> {
  let stated = false;
  for (const { label, value } of flattenFacts(item, details)) {
    stated = true;
    yield { label: `${heading}: ${label}`, value };
  }
  if (!stated) yield { label: heading, value: 'None' };
}
