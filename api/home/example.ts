import type { WireFigures, WireHome } from '../../shared/wire/home.js';
import { exampleId } from '../openapi/schemas.js';

const FIGURES: WireFigures = {
  submitted: 2,
  completed: 2,
  credits: 10,
  reviewed: 0,
  outcomes: { positive: 1, negative: 0, no_record: 1, mixed: 0, rejected: 0, closed: 0 },
  turnaround: { p50_ms: 813, p95_ms: 2_100 },
};

/** The start page of a new client. */
export const EXAMPLE_HOME: WireHome = {
  as_of: '2026-09-01T08:00:00.123Z',
  period: { from: '2026-09-01', to: '2026-09-01' },
  waiting: { pending: 1, manual_review: 0, oldest_review_seconds: null },
  totals: FIGURES,
  days: [{ day: '2026-09-01', submitted: 2, completed: 2, credits: 10 }],
  services: [{ service_code: 'said_verification', service_label: 'SA ID (Basic)', ...FIGURES }],
  wallet: { available: 990, low_balance_threshold: 100, credits_per_day: 10, runs_out_on: '2026-12-09' },
  finished: [
    {
      request_id: exampleId('verification'),
      service_code: 'said_verification',
      service_label: 'SA ID (Basic)',
      reference: 'CASE-17',
      subject: '*********0071',
      outcome: 'positive',
      label: 'Identity confirmed by the population register',
      completed_at: '2026-09-01T07:59:58.123Z',
    },
  ],
  clients: null,
};
