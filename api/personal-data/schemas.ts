import { MAX_BATCH_ROWS } from '../../shared/domain/batch.js';
import { DECISIONS } from '../../shared/domain/review.js';
import { CALL_STATES, STATUSES } from '../../shared/domain/states.js';
import { CHECK_CODES, SERVICE_CODES } from '../../shared/services/index.js';
import type {
  WireErasure,
  WireExportedCall,
  WireExportedRow,
  WireExportedVerification,
  WireSubjectCount,
  WireSubjectExport,
} from '../../shared/wire/personal-data.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import {
  arrayOf,
  boolean,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  optional,
  text,
} from '../openapi/schemas.js';
import { REPORT } from '../verifications/openapi/report-schemas.js';

// No client has as many on one subject; the schema needs a limit.
const MAX_ITEMS = 100_000;
// A provider's answer is at most 1 MiB, and base64 makes it a third longer.
const MAX_CONTENT_LENGTH = 2_000_000;

const LATE_FINDING = nullable(
  object<NonNullable<WireExportedCall['late_finding']>>({
    outcome: oneOfWords(['positive', 'negative', 'no_record', 'rejected']),
    label: text(300),
    details: nullable(named('Details')),
  }),
);

/** The named schemas of erasures and exports. */
export const PERSONAL_DATA_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Erasure: object<WireErasure>({
    erasure_id: id('erasure', { description: 'Identifies this erasure in the audit log.' }),
    erased: arrayOf(id('verification'), MAX_ITEMS, {
      description: 'Verifications that no longer have personal data.',
    }),
    waiting: arrayOf(
      object<WireErasure['waiting'][number]>({
        request_id: id('verification'),
        status: oneOfWords(STATUSES),
      }),
      MAX_ITEMS,
      { description: 'Erased automatically as soon as they are settled.' },
    ),
    batch_rows: integer(0, MAX_ITEMS, {
      description: 'Batch rows that were waiting to be submitted, and have been erased.',
    }),
    searched_for: text(200, { description: 'The subject, masked.' }),
    message: optional(text(400, { description: 'Present if nothing was found.' })),
  }),
  SubjectCount: object<WireSubjectCount>({
    settled: integer(0, MAX_ITEMS, {
      description: 'Verifications whose data an erasure destroys immediately.',
    }),
    open: integer(0, MAX_ITEMS, {
      description: 'Verifications that it marks, to be erased once they are settled.',
    }),
    batch_rows: integer(0, MAX_ITEMS, { description: 'Batch rows that are waiting to be submitted.' }),
    approval_required: boolean({
      description: 'Whether another administrator has to approve the erasure before anything is erased.',
    }),
    searched_for: text(200, { description: 'The subject, masked.' }),
    message: optional(text(400, { description: 'Present if nothing was found.' })),
  }),
  ExportedCall: object<WireExportedCall>({
    service_code: oneOfWords(CHECK_CODES),
    state: oneOfWords(CALL_STATES),
    started_at: moment(),
    finished_at: nullable(moment()),
    http_status: nullable(integer(100, 999)),
    reason: nullable(text(60)),
    answered_late_at: nullable(moment()),
    late_finding: LATE_FINDING,
    answer: optional(nullable(text(MAX_CONTENT_LENGTH, { description: 'Unmodified, if requested.' }))),
    answer_withheld: optional(
      oneOfWords(['about_somebody_else'], {
        description:
          'Why the answer is null although there is one: it is not, or not certainly, about this subject.',
      }),
    ),
  }),
  ExportedVerification: object<WireExportedVerification>({
    ...REPORT,
    subject: text(200, { description: 'Unmasked.' }),
    parameters: { type: 'object', additionalProperties: text(40) },
    photo: nullable(text(MAX_CONTENT_LENGTH, { description: 'JPEG in base64.' })),
    provider_calls: arrayOf(named('ExportedCall'), 1_000),
    review_notes: arrayOf(
      object<WireExportedVerification['review_notes'][number]>({
        kind: oneOfWords(['note', 'late_answer', ...DECISIONS]),
        text: text(4_000),
        created_at: moment(),
      }),
      1_000,
    ),
    wallet_entries: arrayOf(named('WalletEntry'), 2),
    audit_log: arrayOf(
      object<WireExportedVerification['audit_log'][number]>({
        created_at: moment(),
        actor: text(60),
        action: text(60),
        details: { type: 'object', additionalProperties: true },
      }),
      10_000,
    ),
  }),
  ExportedBatchRow: object<WireExportedRow>({
    batch_id: id('batch'),
    row: integer(1, MAX_BATCH_ROWS),
    state: oneOfWords(['valid', 'duplicate']),
    service_code: oneOfWords(SERVICE_CODES),
    subject: text(200, { description: 'Unmasked.' }),
    parameters: { type: 'object', additionalProperties: text(40) },
    purpose: text(500),
    reference: nullable(text(100)),
  }),
  SubjectExport: object<WireSubjectExport>({
    client_id: id('client'),
    exported_at: moment(),
    subject: text(200, { description: 'As it was asked for.' }),
    found: integer(0, MAX_ITEMS, { description: 'Verifications and waiting batch rows.' }),
    message: optional(text(400, { description: 'Present if nothing was found.' })),
    batch_rows: arrayOf(named('ExportedBatchRow'), MAX_ITEMS, {
      description: 'Batch rows that are waiting to be submitted.',
    }),
    verifications: arrayOf(named('ExportedVerification'), MAX_ITEMS),
  }),
};
