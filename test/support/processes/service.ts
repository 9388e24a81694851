import type { Redis } from 'ioredis';
import { type Environment, environmentOf } from '../../../harness/environment.js';
import { NodeProcess } from '../../../harness/node-process.js';
import { startProvider } from '../../../harness/provider.js';
import type { Role } from '../../../harness/serve.js';
import type { Sandbox } from '../../../sandbox/server.js';
import { type Database, openDatabase } from '../../../shared/db/database.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { createAccounts } from '../accounts/api-accounts.js';
import { createTestDatabase, type TestDatabase } from '../database/database.js';
import { expectInvariants } from '../database/invariants.js';
import { TestClient } from '../http/client.js';
import { witnessApi } from '../personal-data/openings.js';
import { expectNoSecondPaidCall } from '../provider/provider-calls.js';
import { testRedisUrl } from '../redis/redis.js';
import { SECRETS } from './keys.js';

export interface ServiceOptions {
  apis?: number;
  workers?: number;
  /** Added to the environment of every process. */
  env?: Environment;
  /** A database of the caller, who drops it. */
  database?: Pick<TestDatabase, 'url' | 'ownerUrl'>;
  /** The address of a Redis of the caller. */
  redisUrl?: string;
  /** A provider of the caller, instead of a sandbox in this process. */
  providerUrl?: string;
  /** How long the sandbox's slow subject takes, in milliseconds. */
  slowMs?: number;
}

export interface ApiProcess extends NodeProcess {
  url: string;
  client: TestClient;
}

/** A client of the service with a signed-in user. */
export interface SeededClient {
  clientId: string;
  email: string;
  password: string;
  token: string;
}

/** Real processes of the service over a real PostgreSQL, Redis and sandbox provider. */
export class Service {
  readonly apis: ApiProcess[] = [];
  readonly workers: NodeProcess[] = [];
  readonly #all: NodeProcess[] = [];
  readonly #closers: (() => Promise<unknown>)[] = [];
  readonly #sandbox: Sandbox | undefined;

  constructor(
    readonly db: Database,
    readonly redis: Redis,
    private readonly environment: Environment,
    sandbox: Sandbox | undefined,
    closers: (() => Promise<unknown>)[],
  ) {
    this.#sandbox = sandbox;
    this.#closers = closers;
  }

  /** The first API. */
  get api(): ApiProcess {
    const [first] = this.apis;
    if (first === undefined) throw new Error('This service has no API');
    return first;
  }

  get sandbox(): Sandbox {
    if (this.#sandbox === undefined) throw new Error('This service has a provider of its own');
    return this.#sandbox;
  }

  async startApi(env: Environment = {}): Promise<ApiProcess> {
    const started = this.#start('api', { PORT: '0', ...env });
    const { port } = await started.waitForLog('api listening');
    const url = `http://127.0.0.1:${port}`;
    witnessApi(url, this.environment.DATABASE_URL ?? '');
    const api = Object.assign(started, { url, client: new TestClient(url) });
    this.apis.push(api);
    return api;
  }

  async startWorker(env: Environment = {}): Promise<NodeProcess> {
    const started = this.#start('worker', env);
    this.workers.push(started);
    await started.waitForLog('worker started');
    return started;
  }

  /** Creates a client with credits and a user, and signs the user in. */
  async seedClient({ credits = 10_000 }: { credits?: number } = {}): Promise<SeededClient> {
    const accounts = createAccounts(this.db, this.api.client);
    const user = await accounts.createClientUser({ credits });
    const { clientId, email, password } = user;
    return { clientId, email, password, token: await accounts.login(user) };
  }

  /** Makes the sandbox misbehave, see docs/sandbox.md. */
  async addFault(fault: Record<string, unknown>): Promise<void> {
    const answer = await new TestClient(this.sandbox.url).post('/_faults', fault);
    if (answer.status !== 201) throw new Error(`The sandbox refused the fault: ${answer.body.error.message}`);
  }

  async clearFaults(): Promise<void> {
    await new TestClient(this.sandbox.url).send('DELETE', '/_faults');
  }

  /** Everything any process has written, including those that have ended. */
  lines(): string[] {
    return this.#all.flatMap(({ lines }) => lines);
  }

  /** Fails if money, states, calls or evidence contradict each other, or the provider was paid twice for a check. */
  async expectSound(): Promise<void> {
    await expectInvariants(this.db);
    if (this.#sandbox !== undefined) await expectNoSecondPaidCall(this.db, this.#sandbox.calls());
  }

  /** Stops everything. Throws if a process had died unexpectedly. */
  async stop(): Promise<void> {
    const ends = await Promise.allSettled(this.#all.map((started) => started.close()));
    for (const close of this.#closers.splice(0).reverse()) await close();
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  #start(name: Role, env: Environment): NodeProcess {
    const started = new NodeProcess({
      ...{ name, script: `${name}/main.js` },
      environment: { ...this.environment, ...env },
    });
    this.#all.push(started);
    return started;
  }
}

/** Starts APIs and workers (one of each by default). Call `stop` in `after` or `afterEach`. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const closers: (() => Promise<unknown>)[] = [];
  const database = options.database ?? (await ownDatabase(closers));
  const redisUrl = options.redisUrl ?? testRedisUrl();
  const sandbox = options.providerUrl === undefined ? await ownSandbox(options, closers) : undefined;
  const db = await openDatabase({
    url: database.url,
    applicationName: 'test',
    scope: 'operator',
    poolSize: 4,
  });
  closers.push(() => db.close());
  const redis = connectForCommands(redisUrl);
  closers.push(async () => redis.disconnect());
  const environment = environmentOf(
    { databaseUrl: database.url, redisUrl },
    { ...SECRETS, PROVIDER_URL: options.providerUrl ?? sandbox?.url ?? '', ...options.env },
  );
  const service = new Service(db, redis, environment, sandbox, closers);
  try {
    await Promise.all([
      ...times(options.apis ?? 1, () => service.startApi()),
      ...times(options.workers ?? 1, () => service.startWorker()),
    ]);
  } catch (error) {
    await service.stop().catch(() => undefined);
    throw error;
  }
  return service;
}

async function ownDatabase(closers: (() => Promise<unknown>)[]): Promise<TestDatabase> {
  const database = await createTestDatabase();
  closers.push(() => database.drop());
  return database;
}

async function ownSandbox({ slowMs }: ServiceOptions, closers: (() => Promise<unknown>)[]): Promise<Sandbox> {
  const sandbox = await startProvider(slowMs === undefined ? {} : { slowMs });
  closers.push(() => sandbox.close());
  return sandbox;
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}
