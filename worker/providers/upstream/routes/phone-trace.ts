import type { JsonObject } from '../../kit/parse-json.js';
import type { CheckInput } from '../../types.js';
import { factsOf } from './facts-on-wire.js';
import { readAnswer } from './read-answer.js';
import type { Reading } from './route.js';
import { traceSummary } from './trace-summary.js';

const FACTS = factsOf('phone_trace');

/** phone_trace, a report of /verify: to whom a phone number belongs. */
export function normalisePhoneTrace(answer: JsonObject, input: CheckInput): Reading {
  return readAnswer(answer, input, {
    data: FACTS,
    noRecordLabel: 'No trace record for this contact number',
    interpret: (details, matched) => ({
      outcome: matched ? 'positive' : 'negative',
      label: matched
        ? `Contact number traced: ${traceSummary(details)}`
        : 'No person traced for this contact number',
      details,
    }),
  });
}
