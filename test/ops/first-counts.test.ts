import { expect } from 'chai';
import { Registry } from 'prom-client';
import { createApiMetrics } from '../../api/metrics.js';
import { ATTEMPT_ERRORS } from '../../shared/domain/webhook-event.js';
import { createMailMetrics } from '../../worker/mail/metrics.js';
import { createWorkerMetrics } from '../../worker/metrics.js';
import { UNCERTAIN_REASONS } from '../../worker/providers/types.js';
import { UPSTREAM_ROUTES } from '../../worker/providers/upstream/routes/index.js';
import { createWebhookMetrics } from '../../worker/webhooks/metrics.js';
import { parseExposition, totalOf } from '../support/monitoring/metrics.js';

// An alert looks for an increase, and a series that first appears with a value shows none.
describe('what alerts count is 0 before anything has happened', () => {
  const [api, worker] = [new Registry(), new Registry()];
  createApiMetrics(api);
  createWorkerMetrics(worker, [{ name: 'upstream', routes: UPSTREAM_ROUTES }]);
  createWebhookMetrics(worker);
  createMailMetrics(worker);
  const counted = async (name: string, labels: Record<string, string>) =>
    totalOf(parseExposition((await api.metrics()) + (await worker.metrics())), name, labels);

  const uncertain = UNCERTAIN_REASONS.map((reason) => ({ path: '/verify', class: 'uncertain', reason }));
  const refused = { path: '/cipc', class: 'refused_for_now', reason: 'credentials' };
  const SERIES: Readonly<Record<string, readonly Record<string, string>[]>> = {
    internal_errors_total: [{}],
    api_key_refusals_total: [{ reason: 'address' }, { reason: 'scope' }],
    login_failures_total: [{ reason: 'password' }, { reason: 'limited' }],
    check_jobs_failed_total: [{}],
    provider_call_duration_seconds_count: [refused, ...uncertain],
    reconciled_checks_total: [{ what: 'requeued' }, { what: 'lost_calls' }, { what: 'never_reached' }],
    provider_answers_dropped_total: [{}],
    webhook_attempt_duration_seconds_count: ['delivered', ...ATTEMPT_ERRORS].map((result) => ({ result })),
    webhook_endpoints_disabled_total: [{}],
    mail_attempts_total: [{ result: 'put_off' }, { result: 'failed' }, { result: 'sent' }],
  };
  for (const [name, series] of Object.entries(SERIES)) {
    it(name, async () => {
      for (const labels of series) {
        expect(await counted(name, labels), JSON.stringify(labels)).to.equal(0);
      }
    });
  }
});
