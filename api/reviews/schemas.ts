import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { OUTCOMES } from '../../shared/domain/outcome.js';
import { DECIDING_KINDS } from '../../shared/domain/review.js';
import { CALL_STATES, REVIEW_REASONS, type ReviewReason, STATUSES } from '../../shared/domain/states.js';
import { CHECK_CODES, SERVICE_CODES } from '../../shared/services/index.js';
import type {
  WireCallAround,
  WireProviderCall,
  WireRequeued,
  WireRevealedAnswer,
  WireRevealedSubject,
  WireReview,
  WireReviewDecision,
  WireReviewDetail,
  WireReviewNote,
  WireStaffMember,
  WireSubjectRequest,
} from '../../shared/wire/review.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { page } from '../openapi/lists.js';
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
  type Properties,
  text,
} from '../openapi/schemas.js';
import { REPORT } from '../verifications/openapi/report-schemas.js';
import { CALL_NAMES } from './validate-call-names.js';
import { WRITE_OFF } from './write-off-schema.js';

const REASONS: Readonly<Record<ReviewReason, string>> = {
  no_answer: 'the provider was called and gave no usable answer',
  history_changed: 'the database was restored to an earlier state, and may have lost its record of a call',
  unclear_answer: "the provider's answer does not say what was found",
  not_reached: 'the provider could not be reached for too long',
};
const REASON = oneOfWords(REVIEW_REASONS, {
  description: REVIEW_REASONS.map((reason) => `- \`${reason}\`: ${REASONS[reason]}`).join('\n'),
});
const STAFF = named('StaffMember');
const MAX_SECONDS = 2_147_483_647;

const { request_id, reason, ...STATE }: Properties<WireReview> = {
  request_id: id('verification'),
  reason: REASON,
  created_at: moment(),
  age_seconds: integer(0, MAX_SECONDS, { description: 'How long the client has been waiting.' }),
  credits_reserved: integer(0, MAX_CREDITS),
  client: object<WireReview['client']>({ client_id: id('client'), name: text(200) }),
  service_code: oneOfWords(SERVICE_CODES),
  service_label: text(100),
  subject: text(200, { description: 'Masked.' }),
  reference: nullable(text(100, { description: 'The client’s own reference, with the subject masked.' })),
  taken_by: nullable(STAFF),
  taken_until: nullable(moment()),
  certainly_not_sent: boolean({
    description: 'No call can have been received, so it can be requeued without asking the provider.',
  }),
  late_answer: boolean({ description: 'There is a late answer with a clear finding, which can be applied.' }),
  write_off_proposed: boolean({
    description: 'A write-off of its calls waits for an administrator to approve it.',
  }),
};

const DECISION = object<WireReviewDecision>({
  request_id,
  decision: oneOfWords(DECIDING_KINDS, {
    description: '`late_answer`: the findings of a late answer were applied.',
  }),
  decided_at: moment(),
  decided_by: nullable(STAFF),
  client: STATE.client,
  service_code: STATE.service_code,
  service_label: STATE.service_label,
  subject: STATE.subject,
  reference: STATE.reference,
  status: oneOfWords(STATUSES, { description: 'The current state.' }),
  outcome: nullable(oneOfWords(OUTCOMES)),
});

const CALL = object<WireProviderCall>({
  service_code: oneOfWords(CHECK_CODES),
  state: oneOfWords(CALL_STATES),
  phase: oneOfWords(['in_flight', 'before_sending', 'no_answer', 'answered']),
  started_at: moment(),
  finished_at: nullable(moment()),
  duration_ms: nullable(integer(0, MAX_SECONDS)),
  http_status: nullable(integer(100, 999)),
  reason: nullable(text(100)),
  answered_late_at: nullable(moment()),
  late_finding: nullable(
    object<NonNullable<WireProviderCall['late_finding']>>({
      outcome: oneOfWords(['positive', 'negative', 'no_record', 'rejected']),
      label: text(300),
      details: nullable(named('Details')),
    }),
  ),
  written_off_at: nullable(moment()),
  written_off_by: nullable(STAFF),
  answered_after_write_off: {
    type: 'boolean',
    description:
      'An answer arrived although the call had been written off: the check may have been paid for twice.',
  },
  answer: {
    description:
      'The provider’s answer, with the subject and every identity number and name masked, no matter whose they are: JSON as data, anything else as text.',
  },
});

const NOTE = object<WireReviewNote>({
  note_id: text(36, { format: 'uuid' }),
  kind: oneOfWords(['note', ...DECIDING_KINDS]),
  text: text(2_000),
  author: nullable(STAFF),
  created_at: moment(),
});

const CALL_AROUND = object<WireCallAround>({
  service_code: oneOfWords(CHECK_CODES),
  state: oneOfWords(CALL_STATES),
  started_at: moment(),
  duration_ms: nullable(integer(0, MAX_SECONDS)),
  http_status: nullable(integer(100, 999)),
  reason: nullable(text(100)),
});

const SUBJECT_REQUEST = object<WireSubjectRequest>({
  request_id: id('verification'),
  service_code: oneOfWords(SERVICE_CODES),
  service_label: text(100),
  status: oneOfWords(STATUSES),
  outcome: nullable(oneOfWords(OUTCOMES)),
  label: nullable(text(300)),
  created_at: moment(),
});

/** The named schemas of the review desk. */
export const REVIEW_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  StaffMember: object<WireStaffMember>({
    user_id: id('user'),
    email: text(254, { format: 'email' }),
    name: nullable(text(200, { description: 'Current name; null if none is known.' })),
  }),
  Review: object<WireReview>({ request_id, reason, ...STATE }),
  ReviewPage: page<WireReview>(named('Review')),
  ReviewDecision: DECISION,
  ReviewDecisionPage: page<WireReviewDecision>(named('ReviewDecision')),
  ProviderCall: CALL,
  ReviewNote: NOTE,
  WriteOffProposal: WRITE_OFF,
  CallAround: CALL_AROUND,
  SubjectRequest: SUBJECT_REQUEST,
  ReviewDetail: object<WireReviewDetail>({
    ...REPORT,
    review: object<WireReviewDetail['review']>({ ...STATE, reason: nullable(REASON) }),
    provider_calls: arrayOf(named('ProviderCall'), 1_000),
    calls_to_write_off: {
      ...CALL_NAMES,
      description:
        'What a `requeue` would write off: the calls that the provider may have received. Send it back with the decision, unchanged.',
    },
    write_off_proposal: nullable(named('WriteOffProposal')),
    notes: arrayOf(named('ReviewNote'), 10_000),
    calls_around: arrayOf(named('CallAround'), 20, {
      description:
        'Calls for the same kind of check in the hour around the last call, for any client; oldest first.',
    }),
    subject_history: arrayOf(named('SubjectRequest'), 20, {
      description: 'Other requests of the same client on the same subject, newest first.',
    }),
  }),
  RevealedSubject: object<WireRevealedSubject>({
    request_id: id('verification'),
    subject: text(200, { description: 'Unmasked.' }),
    parameters: { type: 'object', additionalProperties: text(40) },
    answers: optional(
      arrayOf(
        object<WireRevealedAnswer>({
          service_code: oneOfWords(CHECK_CODES),
          started_at: moment(),
          answer: { description: 'Unmodified: JSON as data, anything else as text.' },
        }),
        1_000,
        { description: 'With `include_answers`. They may be about somebody else.' },
      ),
    ),
  }),
  Requeued: object<WireRequeued>({ request_ids: arrayOf(id('verification'), 100) }),
};

/** Said about every note. */
export const NOTE_TEXT = { description: 'If the subject appears in it, it is masked.' };
