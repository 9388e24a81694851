import { Agent, createServer, request, type Server } from 'node:http';
import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { listen } from '../../shared/ops/listen.js';
import { submit } from '../support/checks/submit.js';
import { TestClient } from '../support/http/client.js';
import type { ApiProcess } from '../support/processes/service.js';
import { type Service, startService } from '../support/processes/service.js';

const PROBE_EVERY_MS = 100;

/**
 * A proxy that distributes requests over its APIs in turn, over persistent connections, and polls whether they are
 * ready.
 */
class RoundRobin {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;
  readonly #probing: NodeJS.Timeout;
  #ready: readonly ApiProcess[] = [];
  #turn = 0;

  constructor(private readonly apis: () => readonly ApiProcess[]) {
    this.#server = createServer((req, res) => {
      this.#turn += 1;
      const api = this.#ready[this.#turn % this.#ready.length];
      const { host: _host, connection: _connection, ...headers } = req.headers;
      const onward = request(
        `${api?.url}${req.url}`,
        { method: req.method ?? 'GET', headers, agent: this.#agent },
        (answer) => {
          const { connection: _hop, 'keep-alive': _hint, ...rest } = answer.headers;
          res.writeHead(answer.statusCode ?? 500, rest);
          answer.pipe(res);
        },
      );
      onward.on('error', () => res.writeHead(502).end());
      req.pipe(onward);
    });
    this.#probing = setInterval(() => void this.#probe(), PROBE_EVERY_MS);
  }

  /** How many APIs receive requests. */
  get ready(): number {
    return this.#ready.length;
  }

  async listen(): Promise<string> {
    await this.#probe();
    return `http://127.0.0.1:${await listen(this.#server, 0, '127.0.0.1')}`;
  }

  close(): void {
    clearInterval(this.#probing);
    this.#server.closeAllConnections();
    this.#server.close();
    this.#agent.destroy();
  }

  async #probe(): Promise<void> {
    const apis = this.apis();
    const answers = await Promise.all(apis.map((api) => fetch(`${api.url}/readyz`).catch(() => undefined)));
    this.#ready = apis.filter((_api, index) => answers[index]?.ok === true);
  }
}

describe('a rolling restart of two APIs behind a proxy', function () {
  this.timeout(120_000);

  let service: Service;
  let proxy: RoundRobin;
  const gone = new Set<ApiProcess>();
  before(async () => {
    service = await startService({ apis: 2, env: { DRAIN_SECONDS: '1' } });
    proxy = new RoundRobin(() => service.apis.filter((api) => !gone.has(api)));
  });
  after(async () => {
    proxy.close();
    await service.stop();
  });

  it('fails no request', async () => {
    const client = await service.seedClient();
    const caller = new TestClient(await proxy.listen());
    const statuses: number[] = [];
    let stopped = false;
    const load = Array.from({ length: 4 }, async (_value, index) => {
      while (!stopped) {
        const answer =
          index % 2 === 0
            ? await submit(caller, client.token, { prefer: 'respond-async' })
            : await caller.withToken(client.token).get('/api/v1/wallet');
        statuses.push(answer.status);
      }
    });
    for (const old of [...service.apis]) {
      const before = statuses.length;
      await waitFor(() => statuses.length > before + 20, { describe: 'requests flow' });
      await service.startApi();
      await waitFor(() => proxy.ready === 3, { describe: 'the new API is asked', timeoutMs: 20_000 });
      await old.stop();
      gone.add(old);
    }
    stopped = true;
    await Promise.all(load);
    expect(statuses.filter((status) => status !== 200 && status !== 202)).to.deep.equal([]);
    expect(service.lines().filter((line) => line.includes('"stopping"'))).to.have.length(2);
  });
});
