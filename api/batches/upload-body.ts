import { MAX_BATCH_ROWS } from '../../shared/domain/batch.js';
import { SERVICES } from '../../shared/services/index.js';
import type { BodyDescription } from '../openapi/describe.js';
import { objectOf, oneOfWords, optional, text } from '../openapi/schemas.js';

/** A file of rows, as a form. */
export const UPLOAD: BodyDescription = {
  mediaType: 'multipart/form-data',
  schema: objectOf({
    file: {
      type: 'string',
      // Without a maxLength, which counts characters: client generators turn it into a file, which has none.
      format: 'binary',
      description: `CSV, XLSX (its first sheet that is not hidden) or JSON Lines, at most 5 MiB and ${MAX_BATCH_ROWS} rows.`,
    },
    service_code: optional(
      oneOfWords(
        SERVICES.map(({ code }) => code),
        { description: 'For rows that have none of their own.' },
      ),
    ),
    purpose: optional(text(500, { minLength: 3, description: 'For rows that have none of their own.' })),
    reference: optional(text(100, { description: 'For rows that have none of their own.' })),
    allow_repeat: optional(
      oneOfWords(['true', 'false'], { description: 'Accept a file that was uploaded before.' }),
    ),
    columns: optional(
      text(8192, {
        description:
          'A JSON object that maps column names in the file to the columns of the template, or to an empty string to ignore them.',
      }),
    ),
  }),
  examples: {
    csv: {
      file: 'subject,reference\r\n0001010000071,Applicant 1\r\n',
      service_code: 'said_verification',
      purpose: 'Pre-employment screening',
    },
  },
};
