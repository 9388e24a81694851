import { Connection } from './connection.js';
import type { LoadJob, LoadResult } from './job.js';

/** Generates the load of a job; resolves when its time is over. */
export async function generate(job: LoadJob): Promise<LoadResult> {
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => Connection.open(job.port)),
  );
  const run = new Run(job);
  const work = async (connection: Connection): Promise<void> => {
    await run.loop(connection);
    // Close at once: while other connections wait for their last answer, the server would drop one that is idle.
    connection.close();
  };
  await Promise.all(connections.map(work));
  return run.result();
}

const REQUEST_ID = '"request_id":"';
/** `ver_` and 26 characters. */
const ID_LENGTH = 30;

class Run {
  readonly #begin: number;
  readonly #end: number;
  readonly #nextRequest: () => string;
  readonly #latencies: number[] = [];
  readonly #statuses: Record<string, number> = {};
  readonly #requestIds: string[] = [];

  constructor(private readonly job: LoadJob) {
    this.#begin = performance.now() + job.warmUpSeconds * 1_000;
    this.#end = this.#begin + job.seconds * 1_000;
    this.#nextRequest = requestsOf(job);
  }

  /** Sends the next request as soon as the last one is answered, until the time is over. */
  loop(connection: Connection): Promise<void> {
    return new Promise((resolve) => {
      const sendNext = (): void => {
        const sentAt = performance.now();
        if (sentAt >= this.#end) {
          resolve();
          return;
        }
        connection.send(this.#nextRequest(), (status, body) => {
          this.#count(status, body, sentAt, performance.now());
          sendNext();
        });
      };
      sendNext();
    });
  }

  result(): LoadResult {
    const sorted = Float64Array.from(this.#latencies).sort();
    const quantile = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
    return {
      perSecond: sorted.length / this.job.seconds,
      statuses: this.#statuses,
      p50: quantile(0.5),
      p99: quantile(0.99),
      requestIds: this.#requestIds,
    };
  }

  #count(status: number, body: string, sentAt: number, answeredAt: number): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (this.job.method === 'POST' && status < 300) {
      const at = body.indexOf(REQUEST_ID) + REQUEST_ID.length;
      this.#requestIds.push(body.slice(at, at + ID_LENGTH));
    }
    if (answeredAt >= this.#begin && answeredAt < this.#end) this.#latencies.push(answeredAt - sentAt);
  }
}

/** Builds the requests; everything constant is assembled beforehand. */
function requestsOf(job: LoadJob): () => string {
  const { body = '', keyPrefix } = job;
  const heads = job.tokens.map((token) => `authorization: Bearer ${token}\r\n`);
  const length = job.method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const rest = Object.entries({ host: `127.0.0.1:${job.port}`, ...job.headers, ...length })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  let number = 0;
  return () => {
    number += 1;
    const key = keyPrefix === undefined ? '' : `idempotency-key: ${keyPrefix}-${number}\r\n`;
    const path = job.paths[number % job.paths.length];
    const head = heads[number % heads.length] ?? '';
    return `${job.method} ${path} HTTP/1.1\r\n${head}${key}${rest}\r\n${body}`;
  };
}
