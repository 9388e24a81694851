import type { Redis } from 'ioredis';
import type { DatabasePool } from '../../shared/db/database.js';
import { ofClients } from '../../shared/db/scope.js';
import { SETTLED_CHANNEL } from '../../shared/redis/settled-channel.js';
import type { VerificationKey } from './load-verification.js';

/** How often awaited verifications are looked up in case the message was lost: one query for all. */
const FALLBACK_POLL_MS = 1_000;

/**
 * How many requests of one client may wait at a process: about what 3,000 submissions a minute leave behind in 100 s,
 * and a fraction of what fills the memory of an API (some 24,000 do).
 */
export const MAX_WAITING_PER_CLIENT = 5_000;

type Wake = () => void;

/** The requests waiting for one verification of this client. */
interface Waiting {
  clientId: string;
  wakes: Set<Wake>;
}

/**
 * Lets requests wait until a verification leaves `pending`. One Redis subscription and one query per second serve every
 * waiting request of the process.
 */
export class SettlementListener {
  readonly #waiting = new Map<string, Waiting>();
  /** Waiting requests by client. */
  readonly #counts = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #polling = false;
  #closed = false;

  constructor(
    private readonly subscriber: Redis,
    private readonly db: DatabasePool,
  ) {
    subscriber.on('message', (_channel: string, message: string) => this.#wake(parseIds(message)));
    // Rejects only if the connection is closed for good, at shutdown.
    subscriber.subscribe(SETTLED_CHANNEL).catch(() => undefined);
    this.#timer = setInterval(() => void this.#poll(), FALLBACK_POLL_MS);
  }

  /** Whether one more request of this client may wait; one that may not is answered at once with what is known. */
  hasRoomFor(clientId: string): boolean {
    return (this.#counts.get(clientId) ?? 0) < MAX_WAITING_PER_CLIENT;
  }

  /**
   * Resolves when the verification may have left `pending`, after `timeoutMs` at the latest, or when the signal says
   * that nobody is waiting any more. It carries no result: the caller reads the row afterwards.
   */
  wait({ clientId, id }: VerificationKey, timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#forget({ clientId, id }, done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done);
      const waiting = this.#waiting.get(id) ?? { clientId, wakes: new Set<Wake>() };
      waiting.wakes.add(done);
      this.#waiting.set(id, waiting);
      this.#count(clientId, 1);
      // Once closed, nothing wakes anyone: a late request is answered with what is known.
      if (signal.aborted || this.#closed) done();
    });
  }

  /** Wakes everyone and stops. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#wake([...this.#waiting.keys()]);
    this.subscriber.disconnect();
  }

  /** One at a time: while PostgreSQL does not answer, each further one would occupy another connection. */
  async #poll(): Promise<void> {
    if (this.#waiting.size === 0 || this.#polling) return;
    this.#polling = true;
    try {
      this.#wake(await this.#findSettled());
    } catch {
      // The next one looks again.
    } finally {
      this.#polling = false;
    }
  }

  async #findSettled(): Promise<string[]> {
    const settled = await this.db
      .scoped(ofClients([...this.#waiting.values()]))
      .query<{ id: string }>(
        `SELECT id FROM verifications WHERE id = ANY($1::uuid[]) AND status <> 'pending'`,
        [[...this.#waiting.keys()]],
      );
    return settled.map(({ id }) => id);
  }

  #wake(ids: readonly string[]): void {
    for (const id of ids) {
      for (const wake of this.#waiting.get(id)?.wakes ?? []) wake();
    }
  }

  #forget({ clientId, id }: VerificationKey, wake: Wake): void {
    const wakes = this.#waiting.get(id)?.wakes;
    if (wakes?.delete(wake) !== true) return;
    if (wakes.size === 0) this.#waiting.delete(id);
    this.#count(clientId, -1);
  }

  #count(clientId: string, change: number): void {
    const count = (this.#counts.get(clientId) ?? 0) + change;
    if (count === 0) this.#counts.delete(clientId);
    else this.#counts.set(clientId, count);
  }
}

function parseIds(message: string): string[] {
  return message.split(',');
}
