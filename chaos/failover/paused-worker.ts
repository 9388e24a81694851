import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../../harness/site-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { isLive } from '../../shared/db/of-mode.js';
import type { Random } from '../random.js';
import { tapPostgres } from '../wire/tap-postgres.js';
import { Trigger, type Watch } from '../wire/trigger.js';
import { type LinkedProcess, startLinkedProcess } from '../world/linked-process.js';
import type { Fragile } from './fragile-server.js';
import type { ReviewDesk } from './review-desk.js';

/** Where the worker is suspended, with an unread answer of the database that tells it to proceed. */
const MOMENTS: readonly Watch[] = [
  // The marker is committed.
  { link: 'postgres', statement: /INSERT INTO provider_calls/, moment: 'told' },
  // The call is still its own to send.
  { link: 'postgres', statement: /^SELECT id FROM provider_calls/, moment: 'told' },
];
const COMES_WITHIN_MS = 60_000;
/** More than a call counts as in flight for, with the parts of a bundle one after the other. */
const GIVEN_UP_WITHIN_MS = 90_000;
/** How long after its pause it has to do what it was about to do, in milliseconds. */
const GOES_ON_MS = { min: 500, max: 3_000 };

/** A worker suspended after its marker while a person decides about its calls, and then resumed. */
export class PausedWorker implements Fragile {
  #worker: LinkedProcess | undefined;
  #trigger: Trigger | undefined;
  #random: Random | undefined;

  constructor(private readonly options: { site: Site; databaseUrl: () => string; desk: ReviewDesk }) {}

  /** Starts it next to the others. */
  async prepare(random: Random): Promise<void> {
    const trigger = new Trigger(() => this.#worker?.signal('SIGSTOP'), random);
    this.#worker = await startLinkedProcess({
      ...{ site: this.options.site, role: 'worker', name: 'paused-worker' },
      taps: { postgres: () => tapPostgres(trigger) },
    });
    this.#trigger = trigger;
    this.#random = random;
  }

  endanger(): Promise<void> {
    return Promise.resolve();
  }

  async fail(): Promise<void> {
    const random = this.#random;
    if (random === undefined) throw new Error('Bug: not prepared');
    // What it holds may be of test mode alone, which costs nothing and which no reviewer sees.
    while (!(await this.#pauseWithCalls(random))) await this.prepare(random);
  }

  /** Suspends it, has its calls decided, and lets it go on to its end. False if it held none that cost anything. */
  async #pauseWithCalls(random: Random): Promise<boolean> {
    const [worker, trigger] = [this.#worker, this.#trigger];
    if (worker === undefined || trigger === undefined) throw new Error('Bug: not prepared');
    try {
      trigger.arm(random.pick(MOMENTS));
      await waitFor(() => trigger.struck, {
        timeoutMs: COMES_WITHIN_MS,
        describe: 'the worker comes to its moment',
      });
      const held = await this.#heldBy(worker.pid);
      if (held.length === 0) return false;
      await this.#waitUntilGivenUp(held);
      await this.options.desk.decide(held, random);
      worker.signal('SIGCONT');
      await sleep(random.between(GOES_ON_MS.min, GOES_ON_MS.max));
      return true;
    } finally {
      worker.signal('SIGCONT');
      await worker.close();
    }
  }

  /** The requests for which it may send a call that costs something. */
  #heldBy(pid: number): Promise<string[]> {
    return withClient(this.options.databaseUrl(), async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT DISTINCT c.verification_id AS id FROM provider_calls p JOIN checks c ON c.id = p.check_id
         WHERE p.state = 'started' AND split_part(p.worker, ':', 2) = $1 AND ${isLive('p.client_id')}`,
        [String(pid)],
      );
      return rows.map(({ id }) => id);
    });
  }

  async #waitUntilGivenUp(requests: readonly string[]): Promise<void> {
    await waitFor(
      () =>
        withClient(this.options.databaseUrl(), async (client) => {
          const { rowCount } = await client.query(
            `SELECT FROM verifications WHERE id = ANY($1::uuid[]) AND status = 'pending'`,
            [requests],
          );
          return rowCount === 0;
        }),
      { timeoutMs: GIVEN_UP_WITHIN_MS, describe: 'the calls of the paused worker are given up' },
    );
  }
}
