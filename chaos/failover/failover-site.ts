import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from '../../harness/environment.js';
import { startProvider } from '../../harness/provider.js';
import { startRelay } from '../../harness/relay.js';
import type { Site } from '../../harness/site-servers.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { withClient } from '../../harness/with-client.js';
import type { Sandbox } from '../../sandbox/server.js';
import { urlOfDatabase } from '../../scripts/embedded/service-database.js';
import { readApiConfig } from '../../shared/config/api.js';
import { checkIdOf } from '../../shared/history/check-id.js';
import type { Submitter } from '../client/submit.js';
import { createStaff } from '../crash/staff.js';
import { isManaged, ManagedPostgres } from '../ha/managed-postgres.js';
import { WatchedRedis } from '../ha/watched-redis.js';
import { type ClientOfRun, makeSubmitters, openTestSide } from '../soak/clients.js';
import { closeLinks, type Links } from '../world/linked-process.js';
import { settingsOf } from '../world/site.js';
import { ClockedPostgres, prepareClock } from './clocked-postgres.js';
import { ClosedPostgres } from './closed-postgres.js';
import type { EarlierRelease } from './earlier-release.js';
import { FragileRedis } from './fragile-redis.js';
import type { Fragile, FragileServer } from './fragile-server.js';
import type { Kind } from './kinds.js';
import { PausedWorker } from './paused-worker.js';
import { DATABASE, type ServiceAddress, startFirst } from './placed-postgres.js';
import { Processes } from './processes.js';
import { PromotedPostgres } from './promoted-postgres.js';
import { FIRST_ORDER, ResortedPostgres } from './resorted-postgres.js';
import { RestoredPostgres } from './restored-postgres.js';
import { ReviewDesk } from './review-desk.js';
import { RolledRelease } from './rolled-release.js';

/** A service whose servers fail, with a provider that logs its calls. */
export interface FailoverSite {
  /** What fails in each run, all at once. */
  readonly failing: readonly Fragile[];
  readonly provider: Sandbox;
  /** The client, which signs in again every SIGNS_IN_EVERY_MS. */
  readonly submitter: ClientOfRun;
  /** Its test side, whose checks the simulator answers. */
  readonly testSide: Submitter;
  /** The provider's reference of the single check of a client's request. */
  checkIdOf(key: string): string;
  /** URL of the service's database on the current primary, for the superuser. */
  readonly superuserUrl: string;
  /** Processes that ended unexpectedly. */
  ownEnds(): number;
  readonly logs: string;
  close(keepLogs: boolean): Promise<void>;
}

type SiteKind = Pick<Kind, 'postgres' | 'redis' | 'fails'>;

/** Short, because a dead worker's call counts as in flight for this long and five seconds more. */
const PROVIDER_TIMEOUT_MS = 4_000;
/** How long the provider takes for its slow subject, so that some calls are always in flight. */
const SLOW_MS = 300;
const WORKERS = 2;
/** Sessions end with the history they began in, so the client has to sign in again soon. */
const SIGNS_IN_EVERY_MS = 200;

/** Starts servers, an API and two workers, of the earlier release if one is given, and waits until they are ready. */
export async function openFailoverSite(kind: SiteKind, earlier?: EarlierRelease): Promise<FailoverSite> {
  const folder = temporaryFolder();
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const [{ postgres, service }, redis, provider] = await Promise.all([
    openPostgres(kind.postgres, earlier),
    kind.redis === 'watched' ? WatchedRedis.open() : FragileRedis.open(kind.redis),
    startProvider({ slowMs: SLOW_MS }),
  ]);
  const redisUrl = redis instanceof WatchedRedis ? redis.url : redis.address.url;
  const servers = { databaseUrl: service.appUrl, redisUrl };
  const environment = environmentOf(servers, {
    ...settingsOf(provider.url, PROVIDER_TIMEOUT_MS),
    DURABILITY: kind.postgres === 'demanded' || isManaged(kind.postgres) ? 'standby' : 'local',
  });
  const { ownerUrl } = service;
  const site: Site = { ...servers, ownerUrl, superuserUrl: postgres.url, environment, logs };
  const links: Links = {
    postgres: postgres.address,
    redis: redis.address,
    provider: await startRelay(provider.url),
  };
  const processes = new Processes({ site, links, build: earlier?.build });
  await Promise.all([
    processes.start('api'),
    ...Array.from({ length: WORKERS }, () => processes.start('worker')),
  ]);
  const [submitter] = await makeSubmitters(site, 1, () => processes.url, SIGNS_IN_EVERY_MS);
  if (submitter === undefined) throw new Error('No client was made');
  const testSide = await openTestSide(submitter, SIGNS_IN_EVERY_MS);
  const databaseUrl = (): string => urlOfDatabase(postgres.url, DATABASE);
  const open = async (what: Kind['fails'][number]): Promise<Fragile> => {
    switch (what) {
      case 'postgres':
        return postgres;
      case 'redis':
        return redis;
      case 'worker':
        return openPaused({ site, databaseUrl }, provider, processes);
      case 'release':
        if (earlier === undefined) throw new Error('There is no earlier release');
        return new RolledRelease(service, processes, earlier);
    }
  };
  const failing = await Promise.all(kind.fails.map(open));
  return {
    ...{ provider, submitter, testSide, logs, checkIdOf: await checkIds(site), failing },
    get superuserUrl() {
      return databaseUrl();
    },
    ownEnds: () => processes.ownEnds,
    close: async (keepLogs) => {
      await processes.close();
      await closeLinks(links);
      await Promise.all([postgres.close(), redis.close(), provider.close()]);
      if (!keepLogs) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPaused(
  place: Omit<ConstructorParameters<typeof PausedWorker>[0], 'desk'>,
  provider: Sandbox,
  processes: Processes,
): Promise<PausedWorker> {
  const token = await createStaff(place.site, 'support');
  const { databaseUrl } = place;
  const desk = new ReviewDesk({ provider, databaseUrl, apiUrl: () => processes.url, token });
  return new PausedWorker({ ...place, desk });
}

interface Opened {
  postgres: FragileServer;
  service: ServiceAddress;
}

async function openPostgres(failure: Kind['postgres'], earlier?: EarlierRelease): Promise<Opened> {
  if (isManaged(failure)) return ManagedPostgres.open(failure);
  if (failure === 'clocked') return openClocked();
  const order = failure === 'resorted' && { order: FIRST_ORDER };
  const { first, service } = await startFirst({ ...order, makeSchema: earlier?.makeSchema });
  if (failure === 'restored') return { postgres: new RestoredPostgres(first, service.relay), service };
  if (failure === 'closed') return { postgres: new ClosedPostgres(first, service.relay), service };
  if (failure === 'resorted') return { postgres: new ResortedPostgres(first, service.relay), service };
  return { postgres: await PromotedPostgres.open(first, service, failure), service };
}

async function openClocked(): Promise<Opened> {
  const { clockFile, environment } = prepareClock();
  const { first, service } = await startFirst({ environment });
  return { postgres: new ClockedPostgres(first, service.relay, clockFile), service };
}

/** By key alone, because a lost request is no longer in any database. */
async function checkIds({ ownerUrl, environment }: Site): Promise<FailoverSite['checkIdOf']> {
  const { indexKey } = readApiConfig(environment);
  const clientId = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM clients');
    return rows[0]?.id ?? '';
  });
  return (idempotencyKey) => checkIdOf(indexKey, { clientId, idempotencyKey, position: 0 });
}
