import { isoDate, object, optional, text } from '../../kit/schema.js';
import type { Gathered } from '../../types.js';
import { readAnswer } from './read-answer.js';
import type { Route } from './route.js';

const PERMIT_DATA = object({
  fileNumber: optional(text),
  surname: optional(text),
  forenames: optional(text),
  permitStatus: optional(text),
  validUntil: optional(isoDate),
});

/** refugee_verification: whether a refugee or asylum file exists, and the permit on it. */
export const refugeeVerification: Route = {
  path: '/refugee-verification',
  normalise: (answer, input) =>
    readAnswer(answer, input, {
      data: PERMIT_DATA,
      echo: ({ fileNumber }) => fileNumber,
      noRecordLabel: 'No record of this refugee or asylum file number',
      interpret: ({ fileNumber, surname, forenames, permitStatus, validUntil }, matched) => ({
        outcome: matched ? 'positive' : 'negative',
        label: matched
          ? 'Refugee or asylum file confirmed; permit status and validity are in the details'
          : 'Refugee or asylum file number not confirmed',
        details: {
          file_number: fileNumber,
          surname,
          forenames,
          permit_status: permitStatus,
          valid_until: validUntil,
        } satisfies Gathered<'refugee_verification'>,
      }),
    }),
};
