import { isObject } from '../../../shared/domain/is-object.js';
import { parseJsonObject } from '../kit/parse-json.js';
import { retryAfterMs } from '../kit/retry-after.js';
import type { CheckInput, Exchange, Finding, UncertainReason, Verdict } from '../types.js';
import { routeOf } from './routes/index.js';

type Answer = Extract<Exchange, { kind: 'answer' }>;

/** What an exchange means before its report, if any, is read. */
export type Meaning =
  | 'not_sent'
  | 'no_answer'
  | 'report'
  | 'refused'
  | 'credentials'
  | 'rate_limited'
  | 'no_record'
  | 'server_error'
  | 'unexpected_status';

export interface OutcomeRow {
  readonly kind: Exchange['kind'];
  /** First and last HTTP status the row matches; answers only. */
  readonly statuses?: readonly [first: number, last: number];
  /** The row requires the provider's error schema: with any code, or with this one. */
  readonly errorCode?: 'any' | 'no_record';
  readonly meaning: Meaning;
}

/**
 * Architecture 4. The first matching row decides; the last one matches every answer, so the default is uncertain. A
 * status alone never counts as a refusal: a gateway in front of the provider answers 403 or 429 on its own account, and
 * the work behind it may be done and charged.
 */
export const OUTCOME_TABLE: readonly OutcomeRow[] = [
  { kind: 'not_sent', meaning: 'not_sent' },
  { kind: 'no_answer', meaning: 'no_answer' },
  { kind: 'answer', statuses: [200, 200], meaning: 'report' },
  { kind: 'answer', statuses: [400, 400], errorCode: 'any', meaning: 'refused' },
  { kind: 'answer', statuses: [422, 422], errorCode: 'any', meaning: 'refused' },
  { kind: 'answer', statuses: [401, 403], errorCode: 'any', meaning: 'credentials' },
  { kind: 'answer', statuses: [404, 404], errorCode: 'no_record', meaning: 'no_record' },
  { kind: 'answer', statuses: [408, 408], meaning: 'server_error' },
  { kind: 'answer', statuses: [429, 429], errorCode: 'any', meaning: 'rate_limited' },
  { kind: 'answer', statuses: [500, 599], meaning: 'server_error' },
  { kind: 'answer', meaning: 'unexpected_status' },
];

/** A code such as `invalid_input`; anything longer or with other characters is not the provider's error schema. */
const ERROR_CODE = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** A documented 404 has neither data nor a reference (architecture 5). */
const NO_RECORD: Finding = { outcome: 'no_record', label: 'No record found', details: {}, reference: '' };

/**
 * Judges what an exchange means for a check. `now` is the wall clock in milliseconds, against which a Retry-After date
 * is compared. Otherwise pure, and free of data: every reason is safe to log.
 */
export function judgeUpstream(exchange: Exchange, input: CheckInput, now: () => number = Date.now): Verdict {
  const errorCode = exchange.kind === 'answer' ? errorCodeOf(exchange) : undefined;
  const meaning = meaningOf(exchange, errorCode);
  if (exchange.kind !== 'answer') {
    return meaning === 'not_sent'
      ? { class: 'not_sent', reason: exchange.error }
      : uncertain('no_answer', false);
  }
  switch (meaning) {
    case 'report':
      return judgeReport(exchange, input);
    case 'refused':
      return { class: 'refused' };
    case 'credentials':
      return { class: 'refused_for_now', reason: 'credentials' };
    case 'rate_limited': {
      const wait = retryAfterMs(exchange.retryAfter, now());
      return { class: 'refused_for_now', reason: 'rate_limited', retryAfterMs: wait };
    }
    case 'no_record':
      return { class: 'answered', finding: NO_RECORD };
    case 'server_error':
      return uncertain('server_error', false);
    default:
      return uncertain('unexpected_status', true);
  }
}

function meaningOf(exchange: Exchange, errorCode: string | undefined): Meaning {
  const row = OUTCOME_TABLE.find(({ kind, statuses, errorCode: wanted }) => {
    if (kind !== exchange.kind) return false;
    if (wanted !== undefined && (errorCode === undefined || (wanted !== 'any' && wanted !== errorCode))) {
      return false;
    }
    if (statuses === undefined || exchange.kind !== 'answer') return true;
    const [first, last] = statuses;
    return first <= exchange.status && exchange.status <= last;
  });
  return row?.meaning ?? 'unexpected_status';
}

function judgeReport(answer: Answer, input: CheckInput): Verdict {
  const body = answer.unreadable ? undefined : parseJsonObject(answer.body);
  if (body === undefined) return uncertain('not_json', true);
  const reading = routeOf(input.serviceCode).normalise(body, input);
  if ('finding' in reading) return { class: 'answered', finding: reading.finding };
  return uncertain(reading.uncertain, true);
}

/** The code of an answer in the provider's error schema, `{ "error": { "code", "message" } }` (architecture 5). */
function errorCodeOf(answer: Answer): string | undefined {
  if (answer.status === 200 || answer.unreadable) return undefined;
  const error = parseJsonObject(answer.body)?.error;
  if (!isObject(error)) return undefined;
  const { code, message } = error;
  if (typeof code !== 'string' || !ERROR_CODE.test(code)) return undefined;
  return message === undefined || message === null || typeof message === 'string' ? code : undefined;
}

function uncertain(reason: UncertainReason, answerComplete: boolean): Verdict {
  return { class: 'uncertain', reason, answerComplete };
}
