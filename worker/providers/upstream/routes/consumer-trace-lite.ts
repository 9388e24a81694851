import { factsOf } from './facts-on-wire.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';
import { traceSummary } from './trace-summary.js';

const FACTS = factsOf('consumer_trace');

/** consumer_trace: where a person lives, works and can be reached. */
export const consumerTraceLite: Route = {
  path: '/consumer-trace-lite',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: FACTS,
      noRecordLabel: 'No trace record for this identity number',
      interpret: (details, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? `Person traced: ${traceSummary(details)}`
          : 'No person traced for this identity number',
        details,
      }),
    }),
};
