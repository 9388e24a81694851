import { factsOf } from './facts-on-wire.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const FACTS = factsOf('refugee_verification');

/** refugee_verification: whether a refugee or asylum file exists, and the permit on it. */
export const refugeeVerification: Route = {
  path: '/refugee-verification',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: FACTS,
      echo: ({ file_number }) => file_number,
      noRecordLabel: 'No record of this refugee or asylum file number',
      interpret: (details, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? 'Refugee or asylum file confirmed; permit status and validity are in the details'
          : 'Refugee or asylum file number not confirmed',
        details,
      }),
    }),
};
