import { expect } from 'chai';
import type { NodeProcess } from '../../../harness/node-process.js';
import { type OwnServer, startOwnRedis } from '../../../harness/own-servers.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { submitAsync } from '../../support/checks/submit.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { namesIn, readAlerts } from '../../support/monitoring/alerts.js';
import { scrape, totalOf, WITH_METRICS } from '../../support/monitoring/metrics.js';
import { type CuttingProxy, startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { type SeededClient, type Service, startService } from '../../support/processes/service.js';

/** The sum of the samples of a metric with these labels; undefined if there are none. */
export type Total = (name: string, labels?: Readonly<Record<string, string>>) => number | undefined;

/** A real cause that moves the metrics of alerts. */
export interface Cause {
  alerts: readonly string[];
  what: string;
  /** Brings it about, waits for every alert's metric to move, and ends it. */
  run(world: World): Promise<void>;
}

/** A metric that is to move. */
export interface Watched {
  /** Waits until it has. */
  moves(): Promise<void>;
  /** Waits until it is quiet again. */
  calms(): Promise<void>;
}

const ALERTS = new Map(readAlerts().map(({ name, expr }) => [name, new Set(namesIn(expr).metrics)]));

/** A whole service with metrics, over a PostgreSQL that can be cut off and a Redis that can be killed. */
export class World {
  /** Alerts whose metric has moved. */
  readonly moved = new Set<string>();

  constructor(
    readonly service: Service,
    readonly client: SeededClient,
    readonly database: TestDatabase,
    readonly link: CuttingProxy,
    readonly redis: OwnServer,
  ) {}

  get api(): NodeProcess {
    return this.service.api;
  }

  /** The newest worker. */
  get worker(): NodeProcess {
    const newest = this.service.workers.at(-1);
    if (newest === undefined) throw new Error('There is no worker yet');
    return newest;
  }

  /** Another worker, in addition to those running. `direct` gives it a connection to PostgreSQL that is never cut. */
  startWorker({ direct = false }: { direct?: boolean } = {}): Promise<NodeProcess> {
    // With its own spool folder: otherwise it would settle what a worker without a connection has kept.
    const own = { DATABASE_URL: this.database.url, SPOOL_DIR: temporaryFolder() };
    return this.service.startWorker(direct ? own : {});
  }

  /** A worker that has counted nothing yet, and takes everything from here on. */
  async replaceWorkers(): Promise<NodeProcess> {
    const earlier = this.service.workers.splice(0);
    const fresh = await this.startWorker();
    await Promise.all(earlier.map((worker) => worker.stop()));
    return fresh;
  }

  submit(body: Record<string, unknown> = {}, token = this.client.token): Promise<string> {
    return submitAsync(this.service.api.client, token, { body });
  }

  /**
   * Watches a metric of the alert, which must be quiet now. Fails when the condition looks at a metric that the alert
   * does not.
   */
  async watch(
    alert: string,
    process: () => NodeProcess,
    condition: (total: Total) => boolean,
  ): Promise<Watched> {
    const asked = new Set<string>();
    const holds = async (): Promise<boolean> => {
      const figures = await scrape(process());
      return condition((name, labels) => {
        asked.add(name.replace(/_(bucket|sum|count)$/, ''));
        return totalOf(figures, name, labels);
      });
    };
    expect(await holds(), `${alert} before its cause`).to.equal(false);
    expect([...(ALERTS.get(alert) ?? [])], alert).to.include.members([...asked]);
    return {
      moves: async () => {
        await waitFor(holds, { describe: `the metric of ${alert} moves`, timeoutMs: 60_000 });
        this.moved.add(alert);
      },
      calms: async () => {
        await waitFor(async () => !(await holds()), {
          describe: `the metric of ${alert} is quiet again`,
          timeoutMs: 60_000,
        });
      },
    };
  }

  /** Runs statements as the superuser of the database, whom no trigger and no privilege stops. */
  async asSuperuser(...statements: string[]): Promise<void> {
    await withClient(superuserUrlOf(this.database.url), async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }

  /** Runs something while nothing else can use the table. */
  async whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    await withClient(superuserUrlOf(this.database.url), async (client) => {
      await client.query('BEGIN');
      await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await work();
      await client.query('COMMIT');
    });
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.link.close();
    await this.redis.remove();
    await this.database.drop();
  }
}

/** Starts the world with an API and no worker. */
export async function createWorld(): Promise<World> {
  const database = await createTestDatabase();
  const link = await startCuttingProxy(database.url);
  const redis = await startOwnRedis();
  const env = {
    ...WITH_METRICS,
    DATABASE_URL: link.url,
    PROVIDER_TIMEOUT_MS: '1500',
    WORKER_CONCURRENCY: '2',
  };
  const service = await startService({ database, redisUrl: redis.url, env, workers: 0, slowMs: 700 });
  return new World(service, await service.seedClient(), database, link, redis);
}
