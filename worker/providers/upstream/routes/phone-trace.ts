import type { JsonObject } from '../../kit/parse-json.js';
import type { CheckInput } from '../../types.js';
import { readAnswer } from './read-answer.js';
import type { Reading } from './route.js';
import { TRACE_DATA, traceDetails, traceSummary } from './trace-data.js';

/** phone_trace, a report of /verify: to whom a phone number belongs. */
export function normalisePhoneTrace(answer: JsonObject, input: CheckInput): Reading {
  return readAnswer(answer, input, {
    data: TRACE_DATA,
    noRecordLabel: 'No trace record for this contact number',
    interpret: (data, matched) => ({
      outcome: matched ? 'positive' : 'negative',
      label: matched
        ? `Contact number traced: ${traceSummary(data)}`
        : 'No person traced for this contact number',
      details: traceDetails(data),
    }),
  });
}
