import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { urlOfDatabase } from '../../scripts/embedded/service-database.js';
import { readApiConfig } from '../../shared/config/api.js';
import { checkIdOf } from '../../shared/history/check-id.js';
import { startRelay } from '../../test/support/relay.js';
import { withClient } from '../../test/support/superuser.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { waitFor } from '../../test/support/wait-for.js';
import type { Submitter } from '../client/submit.js';
import { isManaged, ManagedPostgres } from '../ha/managed-postgres.js';
import { WatchedRedis } from '../ha/watched-redis.js';
import { makeSubmitters } from '../soak/clients.js';
import { Slot } from '../soak/slot.js';
import { closeLinks, type Links, type Role } from '../world/linked-process.js';
import { environmentOf, PROVIDER_KEY, type Site } from '../world/site.js';
import { ClosedPostgres } from './closed-postgres.js';
import { FragileRedis } from './fragile-redis.js';
import type { FragileServer } from './fragile-server.js';
import type { Kind } from './kinds.js';
import { DATABASE, type ServiceAddress, startFirst } from './placed-postgres.js';
import { PromotedPostgres } from './promoted-postgres.js';
import { RestoredPostgres } from './restored-postgres.js';

/** A service whose servers fail, with the provider that logs what it is asked. */
export interface FailoverSite {
  readonly postgres: FragileServer;
  readonly redis: FragileServer;
  readonly provider: Sandbox;
  /** The client, which signs in anew for every request. */
  readonly submitter: Submitter;
  /** What the provider calls the one check of a request of the client. */
  checkIdOf(key: string): string;
  /** The service's database on the server that is the primary now, for the superuser. */
  readonly superuserUrl: string;
  /** Processes that have ended by themselves. */
  ownEnds(): number;
  readonly logs: string;
  close(keepLogs: boolean): Promise<void>;
}

/** Short, because a call of a dead worker counts as under way for this long and five seconds more. */
const PROVIDER_TIMEOUT_MS = 4_000;
/** How long the provider takes for its slow subject: some calls are under way at any time. */
const SLOW_MS = 300;
const STARTS_WITHIN_MS = 180_000;
const WORKERS = 2;
/** Sessions end with the history that they began in: who is refused signs in anew. */
const SIGNS_IN_EVERY_MS = 200;
const NOWHERE = 'http://127.0.0.1:9';

/** Starts servers, an API and two workers, and waits until they are ready. */
export async function openFailoverSite(kind: Pick<Kind, 'postgres' | 'redis'>): Promise<FailoverSite> {
  const folder = temporaryFolder();
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const [{ postgres, service }, redis, provider] = await Promise.all([
    openPostgres(kind.postgres),
    kind.redis === 'watched' ? WatchedRedis.open() : FragileRedis.open(kind.redis),
    startSandbox({ port: 0, apiKey: PROVIDER_KEY, slowMs: SLOW_MS }),
  ]);
  const redisUrl = redis instanceof WatchedRedis ? redis.url : redis.address.url;
  const servers = { databaseUrl: service.appUrl, redisUrl, providerUrl: provider.url };
  const environment = {
    ...environmentOf({ ...servers, providerTimeoutMs: PROVIDER_TIMEOUT_MS }),
    DURABILITY: kind.postgres === 'demanded' || isManaged(kind.postgres) ? 'standby' : 'local',
  };
  const site: Site = { ...servers, ownerUrl: service.ownerUrl, superuserUrl: postgres.url, environment };
  const links: Links = {
    postgres: postgres.address,
    redis: redis.address,
    provider: await startRelay(provider.url),
  };
  const slots = await startSlots(site, links, logs);
  const [submitter] = await makeSubmitters(site, 1, () => slots[0]?.url ?? NOWHERE, SIGNS_IN_EVERY_MS);
  if (submitter === undefined) throw new Error('No client was made');
  return {
    ...{ postgres, redis, provider, submitter, logs, checkIdOf: await checkIds(site) },
    get superuserUrl() {
      return urlOfDatabase(postgres.url, DATABASE);
    },
    ownEnds: () => slots.reduce((total, { ownEnds }) => total + ownEnds, 0),
    close: async (keepLogs) => {
      await Promise.all(slots.map((slot) => slot.close()));
      await closeLinks(links);
      await Promise.all([postgres.close(), redis.close(), provider.close()]);
      if (!keepLogs) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Opened {
  postgres: FragileServer;
  service: ServiceAddress;
}

async function openPostgres(failure: Kind['postgres']): Promise<Opened> {
  if (isManaged(failure)) return ManagedPostgres.open(failure);
  const { first, service } = await startFirst();
  if (failure === 'restored') return { postgres: new RestoredPostgres(first, service.relay), service };
  if (failure === 'closed') return { postgres: new ClosedPostgres(first, service.relay), service };
  return { postgres: await PromotedPostgres.open(first, service, failure), service };
}

/** By the key alone, because a lost request is no longer in any database. */
async function checkIds({ ownerUrl, environment }: Site): Promise<FailoverSite['checkIdOf']> {
  const { indexKey } = readApiConfig(environment);
  const clientId = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM clients');
    return rows[0]?.id ?? '';
  });
  return (idempotencyKey) => checkIdOf(indexKey, { clientId, idempotencyKey, position: 0 });
}

/** An API first, then the workers. */
async function startSlots(site: Site, links: Links, logs: string): Promise<readonly Slot[]> {
  // The addresses lead to other servers after a while, the names by which the processes know them stay.
  const { DATABASE_URL = '', REDIS_URL = '' } = site.environment;
  const start = (role: Role, number: number): Slot =>
    new Slot(
      { site, role, name: `${role}-${number}`, logs, environment: { DATABASE_URL, REDIS_URL } },
      links,
      undefined,
    );
  const slots = [
    start('api', 1),
    ...Array.from({ length: WORKERS }, (_, index) => start('worker', index + 1)),
  ];
  await waitFor(() => slots.every(({ ready }) => ready), {
    timeoutMs: STARTS_WITHIN_MS,
    describe: 'all processes are ready',
  });
  return slots;
}
