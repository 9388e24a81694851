import { nameStandbys, startDatabasePair } from '../../../harness/database-pair.js';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { EMPTY_ROOT } from '../../../shared/log/merkle.js';
import { loadHead } from '../../../shared/log/proofs.js';
import { acknowledgedKey, HISTORY_KEY } from '../../../shared/witness/keys.js';
import { publishedKey } from '../../../worker/log/published-heads.js';
import { WITH_METRICS } from '../../support/monitoring/metrics.js';
import { startService } from '../../support/processes/service.js';
import type { Cause, World } from './world.js';

const HOUR_MS = 3_600_000;

/** The witness belongs to another server, as if DATABASE_URL pointed to a database that is not ours. */
async function leadElsewhere(world: World): Promise<void> {
  const { redis } = world.service;
  const elsewhere = await world.watch(
    'DatabaseNotAdopted',
    () => world.api,
    (total) => total('database_history_adopted') === 0,
  );
  await redis.hset(HISTORY_KEY, { history: newId(), system_identifier: '1' });
  await elsewhere.moves();
  await redis.del(HISTORY_KEY);
  await elsewhere.calms();
}

/** The adopted history is of another timeline, and a request that was acknowledged is not there. */
async function goBack(world: World): Promise<void> {
  const wentBack = await world.watch(
    'DatabaseWentBack',
    () => world.api,
    (total) => (total('database_history_adopted_timestamp_seconds') ?? 0) > 0,
  );
  const lost = await world.watch(
    'RequestsLost',
    () => world.api,
    (total) => (total('lost_requests') ?? 0) > 0,
  );
  await world.service.redis.sadd(acknowledgedKey(Math.floor(Date.now() / HOUR_MS)), newId());
  await world.asSuperuser('UPDATE database_histories SET timeline = timeline + 1');
  await wentBack.moves();
  await lost.moves();
  // All earlier sessions have ended.
  const { email, password } = world.client;
  const { body } = await world.service.api.client.post('/api/v1/login', { email, password });
  world.client.token = String(body.access_token);
}

/** More of the log was published than a worker that starts finds in the database. */
async function takeLogBack(world: World): Promise<void> {
  const contradicted = await world.watch(
    'LogContradicted',
    () => world.worker,
    (total) => total('log_contradicted', { by: 'memory' }) === 1,
  );
  const { db, redis } = world.service;
  const log = await waitFor(() => loadHead(db), { describe: 'the log' });
  await redis.hset(publishedKey(log.origin), { size: 1_000_000, root: EMPTY_ROOT.toString('base64') });
  await world.replaceWorkers();
  await contradicted.moves();
  await redis.del(publishedKey(log.origin));
  await contradicted.calms();
}

/** A server that was to have synchronous standbys names none any more. */
async function forgetStandbys(world: World): Promise<void> {
  const pair = await startDatabasePair({ synchronous: true });
  const env = { DURABILITY: 'standby', ...WITH_METRICS };
  const service = await startService({ database: pair.database, workers: 0, env });
  try {
    const lost = await world.watch(
      'DurabilityLost',
      () => service.api,
      (total) => total('durability_held') === 0,
    );
    await nameStandbys(pair.primary.url, '');
    await lost.moves();
    await nameStandbys(pair.primary.url, '*');
    await lost.calms();
  } finally {
    await service.stop();
    await pair.remove();
  }
}

export const HISTORY_CAUSES: readonly Cause[] = [
  { alerts: ['DatabaseNotAdopted'], what: 'the address leads elsewhere', run: leadElsewhere },
  { alerts: ['DurabilityLost'], what: 'the server names no standby any more', run: forgetStandbys },
  { alerts: ['DatabaseWentBack', 'RequestsLost'], what: 'the database goes back', run: goBack },
  { alerts: ['LogContradicted'], what: 'the log has lost what was published', run: takeLogBack },
];
