import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';
import { TRACE_DATA, traceDetails, traceSummary } from './trace-data.js';

/** consumer_trace: where a person lives, works and can be reached. */
export const consumerTraceLite: Route = {
  path: '/consumer-trace-lite',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: TRACE_DATA,
      noRecordLabel: 'No trace record for this identity number',
      interpret: (data, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched ? `Person traced: ${traceSummary(data)}` : 'No person traced for this identity number',
        details: traceDetails(data),
      }),
    }),
};
