import { randomBytes } from 'node:crypto';
import { type Sandbox, startSandbox } from '../../sandbox/server.js';
import { openDatabase } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { ensureServiceDatabase, type ServiceDatabase } from '../embedded/service-database.js';
import { migrate } from '../schema/migrate.js';
import { seedDemo } from '../seed-demo.js';
import { Caller } from './caller.js';
import { runAdmin, startBoth } from './processes.js';
import { type Scratch, until } from './scratch.js';

/** The result of the drill, for people to read. */
export interface DrillResult {
  steps: readonly { name: string; ms: number; found?: string }[];
  /** Acknowledged requests that are not in the restored database, by id. */
  gone: readonly string[];
  /** What the service itself reports as lost. */
  named: readonly string[];
  /** Requests in review at the end, by id, with the reason. */
  inReview: readonly { id: string; reason: string }[];
  /** Checks the provider was paid for more than once, by its own log. */
  paidTwice: readonly string[];
  paidCalls: number;
}

const DEMO = { email: 'client@example.test', password: randomBytes(18).toString('base64url') };

/** The number of requests of each kind. */
const EACH = 5;
const keysOf = (kind: string): string[] => Array.from({ length: EACH }, (_, index) => `${kind}-${index + 1}`);

/** Requests by the time they were made, relative to the backup. */
const KEYS = {
  /** Paid for, and in the base backup. */
  before: keysOf('before'),
  /** Paid for after the base backup, and in the log archive. */
  archived: keysOf('archived'),
  /** Accepted within the archive, paid for after its end: pending in the restored database. */
  open: keysOf('open'),
  /** Accepted and paid for after the end of the archive. */
  gone: keysOf('gone'),
};
const ALL = Object.values(KEYS).flat();

/**
 * Loses a primary after its last archived moment, restores following docs/runbook.md ("Restoring") and has the clients
 * send everything again. Uses compiled processes (`npm run build`) and servers of its own in `scratch`.
 */
export async function runDrill(scratch: Scratch, say: (line: string) => void): Promise<DrillResult> {
  const providerKey = randomBytes(18).toString('base64url');
  const sandbox = await startSandbox({ port: 0, apiKey: providerKey });
  try {
    return await new Drill(scratch, sandbox, providerKey, say).run();
  } finally {
    await sandbox.close();
  }
}

class Drill {
  readonly #steps: { name: string; ms: number; found?: string }[] = [];
  readonly #caller = new Caller(DEMO);
  readonly #environment: Record<string, string>;

  constructor(
    private readonly scratch: Scratch,
    private readonly sandbox: Sandbox,
    providerKey: string,
    private readonly say: (line: string) => void,
  ) {
    const key = (): string => randomBytes(32).toString('base64');
    this.#environment = {
      ENCRYPTION_KEYS: `drill:${key()}`,
      JWT_SECRETS: `drill:${key()}`,
      INDEX_KEY: key(),
      EVIDENCE_KEYS: `drill:${key()}`,
      PROVIDER_URL: sandbox.url,
      PROVIDER_API_KEY: providerKey,
      SPOOL_DIR: scratch.path('spool'),
    };
  }

  async run(): Promise<DrillResult> {
    const { ownerUrl, appUrl } = await this.#workUntilTheLoss();
    const server = await this.#step('restore base backup and archive', () => this.scratch.restore());
    const database = { ownerUrl: at(server.url, ownerUrl), appUrl: at(server.url, appUrl) };
    this.#environment.DATABASE_URL = database.appUrl;
    await this.#step('migrate', () => migrate(database));
    for (const command of ['quarantine', 'verify-ledger', 'verify-evidence']) {
      await this.#step(command, () => this.#admin(command));
    }
    const gone = await this.#findGone();
    return this.#goOn(gone);
  }

  /** Everything up to the loss of the primary, with the processes stopped. */
  async #workUntilTheLoss(): Promise<ServiceDatabase> {
    const { scratch } = this;
    const [primary, redis] = await Promise.all([scratch.startPrimary(), scratch.startRedis()]);
    const database = await ensureServiceDatabase(primary.url, 'service');
    await migrate(database);
    await seedDemo({ databaseUrl: database.appUrl, password: DEMO.password });
    Object.assign(this.#environment, { DATABASE_URL: database.appUrl, REDIS_URL: redis.url });
    const first = await this.#start();
    await this.#work(KEYS.before);
    await this.#step('base backup', () => scratch.backUp(primary));
    await this.#work(KEYS.archived);
    await first.worker.stop();
    await this.#caller.submit(KEYS.open);
    await this.#step('archive the log', () => scratch.archive(primary));
    await first.api.stop();
    const last = await this.#start();
    await this.#work(KEYS.gone);
    await this.#caller.settled(KEYS.open);
    process.kill(primary.pid, 'SIGKILL');
    await primary.exited;
    this.say('The primary is lost.');
    await this.#step('stop every API and worker', () => Promise.all([last.api.stop(), last.worker.stop()]));
    return database;
  }

  async #goOn(gone: readonly string[]): Promise<DrillResult> {
    const { url, api, worker } = await this.#step('start and adopt', () => this.#start());
    try {
      let named: string[] = [];
      await this.#step('name what is gone', () =>
        until(async () => {
          named = [...(await this.#admin('lost-requests')).matchAll(/^(\S+) {2}acknowledged/gm)].map(
            ([, id = '']) => id,
          );
          return gone.every((id) => named.includes(id));
        }, 'every request that is gone is named').catch(() => undefined),
      );
      await this.#step('clients send everything again', async () => {
        // The adoption ends every session, including one that began before it.
        await this.#caller.signIn(url);
        await this.#caller.submit(ALL);
        await this.#caller.settled(ALL);
      });
      const references = this.sandbox
        .calls()
        .flatMap(({ paid, reference = '' }) => (paid ? [reference] : []));
      const paidTwice = references.filter((one, index) => references.indexOf(one) !== index);
      const inReview = await this.#findInReview();
      return { steps: this.#steps, gone, named, inReview, paidTwice, paidCalls: references.length };
    } finally {
      await Promise.all([api.stop(), worker.stop()]);
    }
  }

  async #work(keys: readonly string[]): Promise<void> {
    await this.#caller.submit(keys);
    await this.#caller.settled(keys);
  }

  async #start(): ReturnType<typeof startBoth> {
    const started = await startBoth(this.#environment, this.scratch.path('processes.log'));
    await this.#caller.signIn(started.url);
    return started;
  }

  #admin(command: string): Promise<string> {
    return runAdmin(command, this.#environment);
  }

  /** What was acknowledged but is not in the restored database. */
  async #findGone(): Promise<string[]> {
    const rows = await this.#query<{ id: string }>('SELECT id FROM verifications');
    const stored = new Set(rows.map(({ id }) => toPublicId('verification', id)));
    return [...this.#caller.acknowledged.values()].filter((id) => !stored.has(id));
  }

  async #findInReview(): Promise<{ id: string; reason: string }[]> {
    const rows = await this.#query<{ id: string; reason: string }>(
      `SELECT id, review_reason AS reason FROM verifications WHERE status = 'manual_review' ORDER BY created_at, id`,
    );
    return rows.map(({ id, reason }) => ({ id: toPublicId('verification', id), reason }));
  }

  async #query<Row extends object>(text: string): Promise<Row[]> {
    const url = this.#environment.DATABASE_URL ?? '';
    const db = await openDatabase({ url, applicationName: 'drill', scope: 'operator', poolSize: 1 });
    try {
      return await db.query<Row>(text);
    } finally {
      await db.close();
    }
  }

  async #step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    const ms = Math.round(performance.now() - startedAt);
    this.#steps.push({ name, ms, ...(typeof result === 'string' && { found: result }) });
    this.say(`${name}: ${ms} ms`);
    return result;
  }
}

/** Returns the address of a database and role on another server. */
function at(server: string, url: string): string {
  const changed = new URL(url);
  changed.host = new URL(server).host;
  return changed.href;
}
