import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { NodeProcess } from '../../harness/node-process.js';
import { waitFor } from '../../harness/wait-for.js';
import { waitUntilSettled } from '../../harness/wait-until-settled.js';
import { submit } from '../support/checks/submit.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { SECRETS } from '../support/processes/keys.js';
import { runAdmin } from '../support/processes/run-admin.js';
import {
  type ApiProcess,
  type SeededClient,
  type Service,
  startService,
} from '../support/processes/service.js';

/** `npm run chaos:rotation` asks for 10 000; as many are made in each of the five phases. */
const READS = Number(process.env.ROTATION_READS ?? 150);
const PHASES = 5;
const READERS = 6;
const SUBMITTERS = 2;
const LONG_RUN = READS > 1_000;
const PHASE_MS = LONG_RUN ? 10 * 60_000 : 60_000;
/** A bundle with facts in three parts, so that a read opens several values. */
const BODY = { service_code: 'employee_bundle' };

const newSecret = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

/**
 * Readers and submitters that behave like careful callers: what a stopping process has not answered is sent to another.
 */
class Traffic {
  readonly failures: string[] = [];
  readonly ids: string[] = [];
  reads = 0;
  #stopping = false;
  readonly #lanes: Promise<unknown>;

  constructor(
    private readonly service: Service,
    public token: string,
  ) {
    const lanes = (count: number, run: () => Promise<void>) =>
      Array.from({ length: count }, () => this.#repeat(run));
    this.#lanes = Promise.all([
      ...lanes(SUBMITTERS, () => this.submitOne()),
      ...lanes(READERS, () => this.#readOne()),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#lanes;
  }

  /** Reads one report, repeating until some process answers. */
  async read(id: string): Promise<void> {
    const path = `/api/v1/verifications/${id}`;
    const { status, body } = await this.#ask((api) => api.client.withToken(this.token).get(path));
    const opened =
      status === 200 && body.checks.every(({ details }: { details: unknown }) => details !== null);
    if (!opened) this.failures.push(`read: ${status} ${JSON.stringify(body)}`);
    this.reads += 1;
  }

  /** Every verification once. */
  async readAll(): Promise<void> {
    const rest = [...this.ids];
    const readRest = async (): Promise<void> => {
      for (let id = rest.pop(); id !== undefined; id = rest.pop()) await this.read(id);
    };
    await Promise.all(Array.from({ length: READERS }, readRest));
  }

  async submitOne(): Promise<void> {
    const key = randomUUID();
    let answer = await this.#ask((api) =>
      submit(api.client, this.token, { key, prefer: 'wait=10', body: BODY }),
    );
    const path = `/api/v1/verifications/${answer.body.request_id}`;
    // A process about to stop keeps no request waiting.
    while (answer.status < 300 && answer.body.status === 'pending') {
      answer = await this.#ask((api) =>
        api.client.withToken(this.token).get(path, { headers: { prefer: 'wait=10' } }),
      );
    }
    if (answer.body.status === 'completed') this.ids.push(answer.body.request_id);
    else this.failures.push(`submit: ${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(LONG_RUN ? 200 : 50);
  }

  async #readOne(): Promise<void> {
    const id = this.ids[Math.floor(Math.random() * this.ids.length)];
    if (id === undefined) await sleep(10);
    else await this.read(id);
  }

  async #repeat(run: () => Promise<void>): Promise<void> {
    while (!this.#stopping) await run();
  }

  async #ask<T>(send: (api: ApiProcess) => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + 30_000;
    for (;;) {
      const answer = await send(this.#anyApi()).catch((error: unknown) => {
        // fetch throws this for a lost connection only.
        if (!(error instanceof TypeError) || performance.now() > giveUpAt) throw error;
      });
      if (answer !== undefined) return answer;
      await sleep(10);
    }
  }

  #anyApi(): ApiProcess {
    const running = this.service.apis.filter((api) => api.running);
    const api = running[Math.floor(Math.random() * running.length)];
    if (api === undefined) throw new Error('No API is running');
    return api;
  }
}

describe('keys are rotated as the documentation says, under load', function () {
  this.timeout(PHASES * PHASE_MS + 120_000);

  let database: TestDatabase;
  let service: Service;
  let client: SeededClient;
  let traffic: Traffic;
  let env: Record<string, string>;
  const encryption = { old: SECRETS.ENCRYPTION_KEYS, new: newSecret('next') };
  const jwt = { old: SECRETS.JWT_SECRETS, new: newSecret('next') };

  before(async () => {
    env = { CLIENT_REQUESTS_PER_MINUTE: '1000000', PROVIDER_TIMEOUT_MS: '5000' };
    database = await createTestDatabase();
    service = await startService({ env, database });
    client = await service.seedClient({ credits: 10_000_000 });
    traffic = new Traffic(service, client.token);
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  /** Starts a process with the new keys before stopping one with the old keys, as an update does. */
  async function roll(keys: { ENCRYPTION_KEYS: string; JWT_SECRETS: string }): Promise<void> {
    Object.assign(env, keys);
    const [apis, workers] = [running(service.apis), running(service.workers)];
    for (const api of apis) {
      await service.startApi(keys);
      await api.stop();
    }
    for (const worker of workers) {
      await service.startWorker(keys);
      await worker.stop();
    }
  }

  function running<P extends NodeProcess>(processes: readonly P[]): P[] {
    return processes.filter((process) => process.running);
  }

  async function readOn(): Promise<void> {
    const target = traffic.reads + READS / PHASES;
    await waitFor(() => traffic.reads >= target || traffic.failures.length > 0, {
      timeoutMs: PHASE_MS,
      describe: `${READS / PHASES} more reads`,
    });
    expect(traffic.failures).to.deep.equal([]);
  }

  const token = async (): Promise<string> => {
    const { email, password } = client;
    const [api] = running(service.apis);
    return (await api?.client.post('/api/v1/login', { email, password }))?.body.access_token;
  };

  it('no read fails, nothing is lost, and then the old keys open nothing', async () => {
    await readOn();
    await roll({
      ENCRYPTION_KEYS: `${encryption.old},${encryption.new}`,
      JWT_SECRETS: `${jwt.old},${jwt.new}`,
    });
    await readOn();
    await roll({
      ENCRYPTION_KEYS: `${encryption.new},${encryption.old}`,
      JWT_SECRETS: `${jwt.new},${jwt.old}`,
    });
    const oldToken = traffic.token;
    await readOn();
    // Tokens live for an hour; the callers of this test sign in again at once.
    traffic.token = await token();
    const { code, output } = await runAdmin(database.url, ['rotate-keys'], env);
    expect(output).to.match(
      /^Done: [1-9]\d* of [1-9]\d* re-sealed under the key next, 0 could not be opened\.$/m,
    );
    expect(code).to.equal(0);
    await readOn();
    await roll({ ENCRYPTION_KEYS: encryption.new, JWT_SECRETS: jwt.new });
    await readOn();

    await traffic.stop();
    expect(traffic.failures).to.deep.equal([]);
    await traffic.readAll();
    expect(traffic.failures, 'every one of them, under the new key alone').to.deep.equal([]);
    expect(traffic.reads).to.be.at.least(READS);
    const [api] = running(service.apis);
    expect((await api?.client.withToken(oldToken).get('/api/v1/me'))?.status, 'the old token').to.equal(401);
    expect(await waitUntilSettled(service.db)).to.deep.equal({ completed: traffic.ids.length });
    await service.expectSound();
    if (LONG_RUN)
      process.stdout.write(`${traffic.reads} reads, ${traffic.ids.length} submissions, none failed\n`);
  });
});
