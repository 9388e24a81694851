import { parseJsonObject } from '../kit/parse-json.js';
import { presentFacts } from '../kit/present-facts.js';
import { retryAfterMs } from '../kit/retry-after.js';
import { anyObject, jpeg, object, oneOf, optional, reference, SchemaError, text } from '../kit/schema.js';
import type { CheckInput, Exchange, UncertainReason, Verdict } from '../types.js';

type Answer = Extract<Exchange, { kind: 'answer' }>;

const ERROR = object({ error: oneOf('refused', 'rate_limited', 'server_error') });
const REPORT = object({
  simulated: (value) => {
    if (value !== true) throw new SchemaError();
    return true;
  },
  reference,
  subject: text,
  outcome: oneOf('positive', 'negative', 'no_record', 'inconclusive'),
  label: text,
  facts: anyObject,
  photo: optional(jpeg),
});

/** Judges a simulated exchange by the same rules as any other: uncertain unless it clearly says what it is. */
export function judgeSimulated(exchange: Exchange, input: CheckInput): Verdict {
  if (exchange.kind === 'not_sent') return { class: 'not_sent', reason: exchange.error };
  if (exchange.kind === 'no_answer') return uncertain('no_answer', false);
  const { status } = exchange;
  if (status === 200) return judgeReport(exchange, input);
  if (status >= 500 && status < 600) return uncertain('server_error', false);
  const error = errorOf(exchange);
  if (status === 422 && error === 'refused') return { class: 'refused' };
  if (status === 429 && error === 'rate_limited') {
    const wait = retryAfterMs(exchange.retryAfter, Date.now());
    return { class: 'refused_for_now', reason: 'rate_limited', retryAfterMs: wait };
  }
  return uncertain('unexpected_status', true);
}

function judgeReport({ body }: Answer, input: CheckInput): Verdict {
  const parsed = parseJsonObject(body);
  if (parsed === undefined) return uncertain('not_json', true);
  try {
    const { subject, outcome, label, facts, photo, reference } = REPORT(parsed);
    if (subject !== input.subject) return uncertain('wrong_subject', true);
    if (outcome === 'inconclusive') return uncertain('inconclusive', true);
    const presented = presentFacts({ details: { ...facts }, reference }, input);
    return { class: 'answered', finding: { outcome, label, ...presented, ...(photo && { photo }) } };
  } catch (error) {
    if (error instanceof SchemaError) return uncertain('wrong_schema', true);
    throw error;
  }
}

function errorOf({ body }: Answer): string | undefined {
  const parsed = parseJsonObject(body);
  try {
    return parsed === undefined ? undefined : ERROR(parsed).error;
  } catch {
    return undefined;
  }
}

function uncertain(reason: UncertainReason, answerComplete: boolean): Verdict {
  return { class: 'uncertain', reason, answerComplete };
}
