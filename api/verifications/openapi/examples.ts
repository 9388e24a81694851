import { docUrl } from '../../../shared/doc-url.js';
import { saidVerification } from '../../../shared/services/said-verification.js';
import type { WireHistory } from '../../../shared/wire/history.js';
import type { WireReport } from '../../../shared/wire/report.js';
import type { WireProviderUnavailable, WireVerification } from '../../../shared/wire/verification.js';
import { exampleId } from '../../openapi/schemas.js';
import { exampleReport } from '../../services/example-report.js';
import { REVIEW_TEXTS } from '../texts.js';

const BASE = {
  request_id: exampleId('verification'),
  service_code: 'said_verification',
  reference: 'Lease 17 / applicant 2',
  subject: '*********0071',
  created_at: '2026-09-01T08:00:00.123Z',
} as const;

export const PENDING: WireVerification = {
  ...BASE,
  status: 'pending',
  credits_reserved: 5,
  credits_charged: 0,
};

export const COMPLETED: WireVerification = {
  ...BASE,
  status: 'completed',
  credits_reserved: 0,
  credits_charged: 5,
  completed_at: '2026-09-01T08:00:01.456Z',
  result: {
    label: 'Identity number confirmed by the population register',
    outcome: 'positive',
    provider_reference: '<PROVIDER_REFERENCE>',
  },
};

export const IN_REVIEW: WireVerification = {
  ...PENDING,
  status: 'manual_review',
  ...REVIEW_TEXTS.unclear_answer,
};

export const UNCERTAIN: WireProviderUnavailable = {
  ...PENDING,
  ...REVIEW_TEXTS.no_answer,
  status: 'provider_unavailable',
  correlation_id: '3f0c6f0e-6d3b-4a39-9a33-1f2d3c4b5a69',
  doc_url: docUrl(undefined, 'provider_unavailable'),
};

export const REPLAY: WireVerification = { ...COMPLETED, idempotent_replay: true };

export const REPORT_EXAMPLE: WireReport = exampleReport(saidVerification);

export const HISTORY_EXAMPLE: WireHistory = {
  data: [
    {
      ...BASE,
      service_label: 'SA ID (Basic)',
      purpose: 'Pre-employment check, agreed in writing on 1 September 2026',
      submitted_by: 'lease system',
      submitted_by_name: null,
      status: 'completed',
      credits_reserved: 0,
      credits_charged: 5,
      result: { label: 'Identity number confirmed by the population register', outcome: 'positive' },
    },
  ],
  next_cursor: null,
};
