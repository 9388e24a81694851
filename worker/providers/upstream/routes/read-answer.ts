import type { JsonObject } from '../../kit/parse-json.js';
import { presentFacts } from '../../kit/present-facts.js';
import {
  anyObject,
  object,
  oneOf,
  optional,
  type Reader,
  reference,
  required,
  SchemaError,
  text,
} from '../../kit/schema.js';
import type { CheckInput, Finding } from '../../types.js';
import type { Reading } from './route.js';

/** How a route interprets the `data` of an answer. */
export interface Interpretation<D> {
  readonly data: Reader<D>;
  /** The starred field that must repeat the subject: required in a match, checked wherever it appears. */
  readonly echo?: (data: D) => string | undefined;
  /** Whether data and status contradict each other. */
  readonly contradicts?: (data: D, status: Status) => boolean;
  readonly noRecordLabel: string;
  /**
   * The finding of a match or no_match; its details are masked and freed of unstated facts by `readAnswer`, not by the
   * route.
   */
  readonly interpret: (data: D, matched: boolean) => Omit<Finding, 'reference'>;
}

export type Status = 'match' | 'no_match' | 'no_record';

/** Architecture 5. Only a match must describe something, so only there is `data` required. */
const ENVELOPE = object({
  reference,
  status: oneOf('match', 'no_match', 'no_record', 'inconclusive'),
  subject: text,
  data: optional(anyObject),
});

/** Reads a 200 answer through the envelope all routes share and the route's own interpretation of `data`. */
export function readAnswer<D>(
  answer: JsonObject,
  input: CheckInput,
  interpretation: Interpretation<D>,
): Reading {
  try {
    return read(answer, input, interpretation);
  } catch (error) {
    if (error instanceof SchemaError) return { uncertain: 'wrong_schema' };
    throw error;
  }
}

function read<D>(answer: JsonObject, input: CheckInput, interpretation: Interpretation<D>): Reading {
  const { status, subject, data: described, reference } = ENVELOPE(answer);
  const matched = status === 'match';
  const data = interpretation.data(matched ? required(described) : (described ?? {}));
  const echo = interpretation.echo?.(data);
  if (interpretation.echo !== undefined && matched) required(echo);
  if (subject !== input.subject || (echo ?? subject) !== subject) return { uncertain: 'wrong_subject' };
  if (status === 'inconclusive') return { uncertain: 'inconclusive' };
  if (interpretation.contradicts?.(data, status) === true) throw new SchemaError();
  const finding =
    status === 'no_record'
      ? { outcome: status, label: interpretation.noRecordLabel, details: {} }
      : interpretation.interpret(data, matched);
  return { finding: { ...finding, ...presentFacts({ ...finding, reference }, input) } };
}
