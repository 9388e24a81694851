import { waitUntilSettled } from '../../../harness/wait-until-settled.js';
import type { Cause, Total, World } from './world.js';

/** Subjects of the sandbox. */
const RESET = '0001010007076';
const SLOW = '0001010005070';

const CALLS = 'provider_call_duration_seconds_count';

/** A circuit opens with the fifth failure: no check is left to wait for it. */
const FAILURES_TO_OPEN = 5;

/** Separate routes, because an open circuit delays everything that comes after. */
const VEHICLE = { service_code: 'vehicle_check', subject: 'CA12345' };
const PROPERTY = { service_code: 'property_search' };

async function failProvider(world: World): Promise<void> {
  const path = '/vehicle-check';
  const open = await world.watch(
    'CircuitOpen',
    () => world.worker,
    (total) => (total('provider_circuit_state', { path }) ?? 0) > 0,
  );
  const uncertain = await world.watch(
    'ProviderUncertain',
    () => world.worker,
    (total) => (total(CALLS, { path, class: 'uncertain' }) ?? 0) > 0,
  );
  await world.service.addFault({ fault: 'status', status: 500, path });
  await Promise.all(Array.from({ length: FAILURES_TO_OPEN }, () => world.submit(VEHICLE)));
  await open.moves();
  await uncertain.moves();
  await world.service.clearFaults();
}

async function refuseKey(world: World): Promise<void> {
  const refused = await world.watch(
    'ProviderRefusesKey',
    () => world.worker,
    (total) => (total(CALLS, { reason: 'credentials' }) ?? 0) > 0,
  );
  await world.service.addFault({ fault: 'status', status: 401, path: '/property-search' });
  await world.submit(PROPERTY);
  await refused.moves();
  await world.service.clearFaults();
  await waitUntilSettled(world.service.db, world.client.clientId, 60_000);
}

async function answerSlowly(world: World): Promise<void> {
  const slower = (total: Total, than: string): boolean =>
    (total(CALLS, { class: 'answered' }) ?? 0) >
    (total('provider_call_duration_seconds_bucket', { class: 'answered', le: than }) ?? 0);
  const slow = await world.watch(
    'ProviderSlow',
    () => world.worker,
    (total) => slower(total, '0.5'),
  );
  await world.submit({ subject: SLOW });
  await slow.moves();
}

async function resetConnection(world: World): Promise<void> {
  const before = await reviews(world);
  const waiting = await world.watch(
    'ReviewsWaiting',
    () => world.api,
    (total) => (total('reviews_oldest_seconds') ?? 0) >= 3_600,
  );
  const piling = await world.watch(
    'ReviewsPilingUp',
    () => world.api,
    (total) => (total('reviews_open') ?? 0) > before,
  );
  await world.submit({ subject: RESET });
  await piling.moves();
  await world.asSuperuser(
    `UPDATE verifications SET created_at = now() - interval '2 hours' WHERE status = 'manual_review'`,
  );
  await waiting.moves();
}

async function reviews(world: World): Promise<number> {
  const settled = await waitUntilSettled(world.service.db, world.client.clientId, 60_000);
  return settled.manual_review ?? 0;
}

/** How the provider behaves, and what people have to do for it. */
export const PROVIDER_CAUSES: readonly Cause[] = [
  { alerts: ['CircuitOpen', 'ProviderUncertain'], what: 'the provider fails', run: failProvider },
  { alerts: ['ProviderRefusesKey'], what: 'the provider refuses the key', run: refuseKey },
  { alerts: ['ProviderSlow'], what: 'the provider is slow', run: answerSlowly },
  {
    alerts: ['ReviewsWaiting', 'ReviewsPilingUp'],
    what: 'a connection is reset in a call, two hours ago',
    run: resetConnection,
  },
];
