import type {
  WireReview,
  WireReviewDecision,
  WireReviewDetail,
  WireReviewNote,
  WireStaffMember,
} from '../../shared/wire/review.js';
import { exampleId } from '../openapi/schemas.js';
import { REPORT_EXAMPLE } from '../verifications/openapi/examples.js';
import { REVIEW_TEXTS } from '../verifications/texts.js';

const EXAMPLE_COLLEAGUE: WireStaffMember = {
  user_id: exampleId('user'),
  email: 'support@example.test',
  name: 'A Reviewer',
};

export const EXAMPLE_REVIEW: WireReview = {
  request_id: exampleId('verification'),
  reason: 'no_answer',
  created_at: '2026-09-01T08:00:00.123Z',
  age_seconds: 900,
  credits_reserved: 5,
  client: { client_id: exampleId('client'), name: 'Example Client' },
  service_code: 'said_verification',
  service_label: 'SA ID (Basic)',
  subject: '*********0071',
  reference: 'Lease 17 / applicant 2',
  taken_by: EXAMPLE_COLLEAGUE,
  taken_until: '2026-09-01T08:25:00.123Z',
  certainly_not_sent: false,
  late_answer: false,
  write_off_proposed: true,
};

export const EXAMPLE_DECISION: WireReviewDecision = {
  request_id: exampleId('verification'),
  decision: 'complete',
  decided_at: '2026-09-01T08:25:00.123Z',
  decided_by: EXAMPLE_COLLEAGUE,
  client: { client_id: exampleId('client'), name: 'Example Client' },
  service_code: 'said_verification',
  service_label: 'SA ID (Basic)',
  subject: '*********0071',
  reference: 'Lease 17 / applicant 2',
  status: 'completed',
  outcome: 'positive',
};

/** The name of a call that the provider may have received. */
export const EXAMPLE_CALL = '018f0c6f-0e6d-7b4a-899a-2d3c4b5a6978';

export const EXAMPLE_NOTE: WireReviewNote = {
  note_id: '018f0c6f-0e6d-7b4a-899a-331f2d3c4b5a',
  kind: 'note',
  text: 'Asked the provider by phone, reference <REFERENCE>',
  author: EXAMPLE_COLLEAGUE,
  created_at: '2026-09-01T08:20:00.123Z',
};

const { request_id: _id, ...STATE } = EXAMPLE_REVIEW;
const { result: _result, completed_at: _completedAt, ...OPEN } = REPORT_EXAMPLE;

export const EXAMPLE_DETAIL: WireReviewDetail = {
  ...OPEN,
  status: 'manual_review',
  credits_reserved: 5,
  credits_charged: 0,
  ...REVIEW_TEXTS.no_answer,
  checks: [
    { service_code: 'said_verification', label: null, status: 'manual_review', outcome: null, details: null },
  ],
  billing: { ...OPEN.billing, reason: 'held' },
  review: STATE,
  provider_calls: [
    {
      service_code: 'said_verification',
      state: 'uncertain',
      phase: 'no_answer',
      started_at: '2026-09-01T08:00:00.200Z',
      finished_at: '2026-09-01T08:00:20.200Z',
      duration_ms: 20_000,
      http_status: null,
      reason: 'timeout',
      answered_late_at: null,
      late_finding: null,
      written_off_at: null,
      written_off_by: null,
      answered_after_write_off: false,
      answer: null,
    },
  ],
  calls_to_write_off: [EXAMPLE_CALL],
  write_off_proposal: {
    approval_id: exampleId('approval'),
    state: 'open',
    proposed_by: EXAMPLE_COLLEAGUE,
    proposed_at: '2026-09-01T08:22:00.123Z',
    provider_document: 'Letter of 1 September',
    note: 'The provider never received it',
    outdated: false,
    decided_by: null,
    decided_at: null,
    failure: null,
  },
  notes: [EXAMPLE_NOTE],
  calls_around: [
    {
      service_code: 'said_verification',
      state: 'answered',
      started_at: '2026-09-01T07:59:58.200Z',
      duration_ms: 412,
      http_status: 200,
      reason: null,
    },
  ],
  subject_history: [
    {
      request_id: exampleId('verification'),
      service_code: 'marital_status',
      service_label: 'Marital Status (Real-Time)',
      status: 'completed',
      outcome: 'positive',
      label: 'Marital status found in the population register',
      created_at: '2026-08-01T08:00:00.123Z',
    },
  ],
};
