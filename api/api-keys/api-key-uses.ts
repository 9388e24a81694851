import type { DatabasePool } from '../../shared/db/database.js';
import { ofClients } from '../../shared/db/scope.js';
import type { Logger } from '../../shared/logger.js';

/** How late another process learns of a use: at most one write per key and half minute, however often it is used. */
const WRITE_EVERY_MS = 30_000;

interface Use {
  clientId: string;
  usedAt: Date;
}

/**
 * Remembers when API keys were used and writes it down periodically, all keys in one statement. A crash loses at most
 * half a minute of a date that people read to see whether a key is still in use.
 */
export class ApiKeyUses {
  #uses = new Map<string, Use>();
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: DatabasePool,
    private readonly logger: Logger,
  ) {}

  record({ id, clientId }: { id: string; clientId: string }): void {
    this.#uses.set(id, { clientId, usedAt: new Date() });
    // Without uses there is no timer, and the timer alone does not keep the process alive.
    this.#timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  /**
   * Resolves when every use so far is written, by this call or one under way; call it once more before the database
   * closes. Never rejects.
   */
  write(): Promise<void> {
    this.#written = this.#written.then(() => this.#writeRemembered());
    return this.#written;
  }

  async #writeRemembered(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      // A transaction, because those are retried when two processes deadlock on each other's keys.
      await this.db.scoped(ofClients([...uses.values()])).transaction((sql) =>
        sql.query(
          `UPDATE api_keys AS k SET last_used_at = GREATEST(k.last_used_at, u.used_at)
           FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, used_at) WHERE k.id = u.id`,
          [[...uses.keys()], [...uses.values()].map(({ usedAt }) => usedAt)],
        ),
      );
    } catch (error) {
      this.logger.warn({ err: error, api_keys: uses.size }, 'last use of API keys not written');
    }
  }
}
