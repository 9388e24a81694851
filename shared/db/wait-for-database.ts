import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.js';
import { POSTGRES_PORT, serverOf } from '../server-of.js';
import { describeOutage } from './describe-outage.js';
import { needsPerson } from './sqlstate.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** An outage that lasts is told again, so that the last lines of a log say what the process waits for. */
const TELL_AGAIN_MS = 60_000;

export interface DatabaseWait {
  /** True once every database is connected, false when `stop` came first. Rejects for what waiting cannot mend. */
  readonly connected: Promise<boolean>;
  stop(): Promise<void>;
}

interface Connecting {
  databases: readonly { connect(): Promise<void> }[];
  /** Of the server; the log gets its host and its port only. */
  url: string;
  logger: Logger;
}

/**
 * Connects the databases of a process and waits for PostgreSQL while it is away: one plain line says which server and
 * why, and nothing ends. What no wait mends, such as a wrong password or certificate, is thrown.
 */
export function waitForDatabase(options: Connecting): DatabaseWait {
  const stopping = new AbortController();
  const connected = connectAll(options, stopping.signal);
  return {
    connected,
    stop: async () => {
      stopping.abort();
      // Whoever waits for `connected` hears of a failure.
      await connected.catch(() => undefined);
    },
  };
}

async function connectAll({ databases, url, logger }: Connecting, stopping: AbortSignal): Promise<boolean> {
  const outage = new Outage(url, logger);
  for (const database of databases) {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.aborted) {
      const error = await database.connect().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) break;
      outage.tell(error);
      await sleep(pauseMs * (0.75 + Math.random() / 2), undefined, { signal: stopping }).catch(
        () => undefined,
      );
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
  if (!stopping.aborted) outage.end();
  return !stopping.aborted;
}

/** Tells of an outage once, and again when its reason changes or it lasts. */
class Outage {
  #told: { reason: string; at: number } | undefined;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {}

  /** Throws what is no outage. */
  tell(error: unknown): void {
    const reason = describeOutage(error);
    if (reason === undefined || needsPerson(error)) throw error;
    const now = performance.now();
    if (this.#told?.reason === reason && now - this.#told.at < TELL_AGAIN_MS) return;
    this.#told = { reason, at: now };
    this.logger.warn(
      { server: serverOf(this.url, POSTGRES_PORT), reason },
      'PostgreSQL is away: waiting for it',
    );
  }

  end(): void {
    if (this.#told !== undefined)
      this.logger.info({ server: serverOf(this.url, POSTGRES_PORT) }, 'PostgreSQL is back');
  }
}
