import { answering, startReceiver } from '../../../harness/webhook-receiver.js';
import { fromPublicId } from '../../../shared/domain/ids.js';
import { openWebhookQueue } from '../../../shared/queues/webhook-queue.js';
import { startMailServer } from '../../support/messages/mail-server.js';
import { letTimePass } from '../../support/messages/webhooks.js';
import type { Cause, World } from './world.js';

/** Nothing has been summed before the first worker starts. */
async function startFirstWorker(world: World): Promise<void> {
  const unchecked = (total: (name: string) => number | undefined): boolean =>
    total('ledger_checked_timestamp_seconds') === undefined;
  const checked = await world.watch(
    'LedgerNotChecked',
    () => world.api,
    (total) => !unchecked(total),
  );
  await world.startWorker();
  await checked.moves();
}

async function tamperWithWallet(world: World): Promise<void> {
  const { clientId } = await world.service.seedClient();
  const imbalance = await world.watch(
    'LedgerImbalance',
    () => world.api,
    (total) => (total('ledger_imbalances') ?? 0) > 0,
  );
  await world.asSuperuser(
    `UPDATE wallets SET balance = balance + 1 WHERE client_id = '${clientId}'`,
    'UPDATE ledger_checks SET claimed_at = NULL',
  );
  await world.startWorker();
  await imbalance.moves();
}

/** Somebody keeps the daily figures locked, and everything else goes on. */
async function lockFigures(world: World): Promise<void> {
  const behind = await world.watch(
    'FiguresBehind',
    () => world.api,
    (total) => (total('daily_figures_behind_seconds') ?? 0) > 2,
  );
  await world.whileLocked('daily_figures', async () => {
    await world.submit();
    await behind.moves();
  });
  await behind.calms();
}

/** No backup has been restored for nine days. */
async function neglectBackups(world: World): Promise<void> {
  const neglected = await world.watch(
    'RestoreNotVerified',
    () => world.api,
    (total) => (total('last_verified_restore_seconds') ?? 0) > 8 * 86_400,
  );
  await world.asSuperuser(
    `INSERT INTO verified_restores (id, verified_at, reaches_to, held_back)
     VALUES (gen_random_uuid(), now() - interval '9 days', now() - interval '9 days', 0)`,
  );
  await neglected.moves();
}

async function pauseWebhooks(world: World): Promise<void> {
  const receiver = await startReceiver();
  await createEndpoint(world, receiver.url);
  const late = await world.watch(
    'WebhooksLate',
    () => world.api,
    (total) => (total('webhook_oldest_due_seconds') ?? 0) >= 2,
  );
  const burning = await Promise.all(
    ['WebhooksBurnFast', 'WebhooksBurnSlow'].map((alert) =>
      world.watch(
        alert,
        () => world.worker,
        (total) =>
          (total('webhook_first_attempt_seconds_count') ?? 0) >
          (total('webhook_first_attempt_seconds_bucket', { le: '60' }) ?? 0),
      ),
    ),
  );
  const webhookQueue = openWebhookQueue(world.service.redis);
  const queue = await webhookQueue.bullmq();
  await queue.pause();
  await world.submit();
  await late.moves();
  await world.asSuperuser(`UPDATE webhook_events SET created_at = created_at - interval '2 minutes'`);
  await queue.resume();
  await webhookQueue.close();
  await late.calms();
  for (const one of burning) await one.moves();
  await receiver.close();
}

/** A receiver fails, and has failed for six days. */
async function failReceiver(world: World): Promise<void> {
  const receiver = await startReceiver(answering(500));
  const other = await world.service.seedClient();
  const webhookId = await createEndpoint(world, receiver.url, other.token);
  await world.replaceWorkers();
  const failing = await world.watch(
    'WebhooksFailing',
    () => world.worker,
    (total) => (total('webhook_attempt_duration_seconds_count', { result: 'http_error' }) ?? 0) > 0,
  );
  const disabled = await world.watch(
    'WebhookDisabled',
    () => world.worker,
    (total) => (total('webhook_endpoints_disabled_total') ?? 0) > 0,
  );
  await world.submit({}, other.token);
  await failing.moves();
  const id = fromPublicId('webhook', webhookId) ?? '';
  await world.asSuperuser(
    `UPDATE webhook_endpoints SET failing_since = now() - interval '6 days' WHERE id = '${id}'`,
    `UPDATE webhook_deliveries SET retry_until = now() WHERE endpoint_id = '${id}'`,
  );
  await letTimePass(world.service.db, id);
  await disabled.moves();
  await receiver.close();
}

/** The mail server refuses everything at the moment. */
async function refuseMails(world: World): Promise<void> {
  const server = await startMailServer();
  server.refuseWith(451);
  const earlier = world.service.workers.splice(0);
  const env = { SMTP_URL: server.url, MAIL_FROM: 'checks@example.test' };
  await world.service.startWorker(env);
  await Promise.all(earlier.map((worker) => worker.stop()));
  const failing = await world.watch(
    'MailsFailing',
    () => world.worker,
    (total) => (total('mail_attempts_total', { result: 'put_off' }) ?? 0) > 0,
  );
  await world.service.api.client.post('/api/v1/password-resets', { email: world.client.email });
  await failing.moves();
  await world.replaceWorkers();
  await server.close();
}

async function createEndpoint(world: World, url: string, token = world.client.token): Promise<string> {
  const endpoint = { url, events: ['verification.completed'] };
  const answer = await world.service.api.client.withToken(token).post('/api/v1/webhooks', endpoint);
  return answer.body.webhook_id as string;
}

/** Whether the money adds up; comes first, before any worker has run. */
export const LEDGER_CAUSES: readonly Cause[] = [
  { alerts: ['LedgerNotChecked'], what: 'there has been no worker yet', run: startFirstWorker },
  { alerts: ['LedgerImbalance'], what: 'somebody writes into a wallet by hand', run: tamperWithWallet },
  { alerts: ['FiguresBehind'], what: 'the daily figures are locked', run: lockFigures },
  { alerts: ['RestoreNotVerified'], what: 'nobody restores a backup', run: neglectBackups },
];

/** Whether clients are notified. */
export const WEBHOOK_CAUSES: readonly Cause[] = [
  {
    alerts: ['WebhooksLate', 'WebhooksBurnFast', 'WebhooksBurnSlow'],
    what: 'the queue of webhooks is paused',
    run: pauseWebhooks,
  },
  { alerts: ['WebhooksFailing', 'WebhookDisabled'], what: 'a receiver fails for days', run: failReceiver },
  { alerts: ['MailsFailing'], what: 'the mail server takes nothing', run: refuseMails },
];
