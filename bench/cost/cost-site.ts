import pg from 'pg';
import { startOwnDatabase } from '../../harness/own-database.js';
import { startOwnRedis } from '../../harness/own-servers.js';
import { startRelay } from '../../harness/relay.js';
import { urlOfDatabase } from '../../scripts/embedded/service-database.js';
import { type SeededClient, type Service, startService } from '../../test/support/processes/service.js';
import { Traffic } from './traffic.js';
import { prepareWritten } from './written.js';

/** One API and one worker on servers of their own, counting what passes between them. */
export interface CostSite {
  readonly service: Service;
  readonly client: SeededClient;
  readonly traffic: Readonly<Record<'apiPostgres' | 'apiRedis' | 'workerPostgres' | 'workerRedis', Traffic>>;
  /** Connected to the service's database. */
  readonly superuser: pg.Client;
  close(): Promise<void>;
}

/** More than a measurement spends. */
const CREDITS = 10_000_000;

/** Starts the site; nothing else uses its servers. */
export async function openCostSite(): Promise<CostSite> {
  const [{ server, database }, redis] = await Promise.all([startOwnDatabase(), startOwnRedis()]);
  const superuser = new pg.Client({
    connectionString: urlOfDatabase(server.url, new URL(database.url).pathname.slice(1)),
  });
  await superuser.connect();
  await prepareWritten(superuser);
  const traffic = {
    apiPostgres: new Traffic(),
    apiRedis: new Traffic(),
    workerPostgres: new Traffic(),
    workerRedis: new Traffic(),
  };
  const relays = {
    apiPostgres: await startRelay(database.url, traffic.apiPostgres.tapPostgres),
    workerPostgres: await startRelay(database.url, traffic.workerPostgres.tapPostgres),
    apiRedis: await startRelay(redis.url, traffic.apiRedis.tapRedis),
    workerRedis: await startRelay(redis.url, traffic.workerRedis.tapRedis),
  };
  const service = await startService({ apis: 0, workers: 0, database, redisUrl: redis.url });
  await service.startApi({ DATABASE_URL: relays.apiPostgres.url, REDIS_URL: relays.apiRedis.url });
  await service.startWorker({ DATABASE_URL: relays.workerPostgres.url, REDIS_URL: relays.workerRedis.url });
  const client = await service.seedClient({ credits: CREDITS });
  return {
    ...{ service, client, traffic, superuser },
    close: async () => {
      await superuser.end();
      await service.stop();
      for (const relay of Object.values(relays)) await relay.close();
      await Promise.all([server.remove(), redis.remove()]);
    },
  };
}
