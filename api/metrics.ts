import { Counter, Histogram, type Registry } from 'prom-client';
import type { Acceptance } from '../shared/acceptance/submission.js';
import { type CountErased, createErasureCounter } from '../shared/ops/erasure-counter.js';
import { createBatchMetric } from '../shared/ops/metrics.js';
import type { ServiceCode } from '../shared/services/index.js';

/** The API's metrics. */
export interface ApiMetrics {
  /** By method, route pattern and HTTP status. */
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  /** Failed logins, including wrong current passwords, and attempts refused as too many. */
  loginFailures: Counter<'reason'>;
  /** Uses of valid API keys that were refused, by reason: `address` or `scope`. */
  apiKeyRefusals: Counter<'reason'>;
  /**
   * Answers with status 500, and aborted answers: our own bugs. Without labels, so that the first one is an increase
   * from 0.
   */
  internalErrors: Counter;
  /** By result: made, failed, or abandoned for time, memory or a stop. */
  pdfSeconds: Histogram<'result'>;
  /** What a request to erase a subject erased at once; the rest is done by the workers. */
  countErased: CountErased;
  countSubmission(service: ServiceCode, result: Acceptance['kind']): void;
  /** Submissions that failed: PostgreSQL was unavailable, or a bug of ours. */
  failedSubmissions: Counter;
  countBatch(batch: string, size: number): void;
}

// Most take tens of milliseconds; after 20 s a document is abandoned.
const PDF_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

// Most answers take milliseconds; a caller may wait for the worker for up to 30 s.
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 35];

/** Registers the metrics of the API. */
export function createApiMetrics(registry: Registry): ApiMetrics {
  const submissions = new Counter({
    name: 'submissions_total',
    help: 'Valid requests for a verification, by service and result',
    labelNames: ['service', 'result'],
    registers: [registry],
  });
  return {
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request line to the end of the response',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers: [registry],
    }),
    ...createRefusalCounters(registry),
    countErased: createErasureCounter(registry),
    internalErrors: new Counter({
      name: 'internal_errors_total',
      help: 'Requests that failed because of a defect, or because PostgreSQL was reachable but could not process them',
      registers: [registry],
    }),
    pdfSeconds: new Histogram({
      name: 'pdf_render_duration_seconds',
      help: 'Time a thread took for a PDF report, by result: made, failed, time, memory or stopped',
      labelNames: ['result'],
      buckets: PDF_BUCKETS,
      registers: [registry],
    }),
    failedSubmissions: new Counter({
      name: 'submissions_failed_total',
      help: 'Requests for a verification that were not accepted and got a 5xx, or no response before their caller gave up',
      registers: [registry],
    }),
    countSubmission: (service, result) => submissions.inc({ service, result }),
    countBatch: createBatchMetric(registry),
  };
}

/** Counts callers that were not let in. */
function createRefusalCounters(registry: Registry): Pick<ApiMetrics, 'loginFailures' | 'apiKeyRefusals'> {
  const loginFailures = new Counter({
    name: 'login_failures_total',
    help: 'Logins that failed, by reason: password, second_factor or limited',
    labelNames: ['reason'],
    registers: [registry],
  });
  // Start at 0: a series that first appears with a value shows alerts no increase.
  for (const reason of ['password', 'second_factor', 'limited']) loginFailures.inc({ reason }, 0);
  const apiKeyRefusals = new Counter({
    name: 'api_key_refusals_total',
    help: 'Uses of valid API keys that were refused, by reason: address or scope',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of ['address', 'scope']) apiKeyRefusals.inc({ reason }, 0);
  return { loginFailures, apiKeyRefusals };
}
