import type { WireHistory } from '../../../shared/wire/history.js';
import type { WireReport } from '../../../shared/wire/report.js';
import type { WireProviderUnavailable, WireVerification } from '../../../shared/wire/verification.js';
import { exampleId } from '../../openapi/schemas.js';
import { CONFIDENTIALITY_NOTICE, providerSource, REVIEW_TEXTS } from '../texts.js';

const BASE = {
  request_id: exampleId('verification'),
  service_code: 'said_verification',
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
};

export const REPLAY: WireVerification = { ...COMPLETED, idempotent_replay: true };

const FACTS = { id_number: '*********0071', surname: 'SUBJECT', forenames: 'TEST', deceased: false };

export const REPORT_EXAMPLE: WireReport = {
  ...COMPLETED,
  service_label: 'SA ID (Basic)',
  category: 'Identity',
  idempotency_key: '6b1f0a52-3a57-4f0e-9c56-0d7a8d5f1c11',
  purpose: 'Pre-employment check, agreed in writing on 1 September 2026',
  provider_source: providerSource('said_verification'),
  confidentiality_notice: CONFIDENTIALITY_NOTICE,
  result: {
    label: 'Identity number confirmed by the population register',
    outcome: 'positive',
    provider_reference: '<PROVIDER_REFERENCE>',
    details: FACTS,
  },
  consent: {
    authority_confirmed: true,
    charge_approved: true,
    biometric_consent: false,
    credits_approved: 5,
    recorded_at: '2026-09-01T08:00:00.123Z',
    recorded_by: exampleId('user'),
    channel: 'api',
    evidence_hash: 'a3'.repeat(32),
  },
  checks: [
    {
      service_code: 'said_verification',
      label: 'Identity number confirmed by the population register',
      status: 'completed',
      outcome: 'positive',
      details: FACTS,
    },
  ],
  billing: { reason: 'result', release: '2026-09', entry_ids: [exampleId('walletEntry')] },
};

export const HISTORY_EXAMPLE: WireHistory = {
  data: [
    {
      ...BASE,
      service_label: 'SA ID (Basic)',
      status: 'completed',
      credits_reserved: 0,
      credits_charged: 5,
      result: { label: 'Identity number confirmed by the population register', outcome: 'positive' },
    },
  ],
  next_cursor: null,
};
