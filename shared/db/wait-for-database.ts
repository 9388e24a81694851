import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.js';
import { POSTGRES_PORT, serverOf } from '../server-of.js';
import { describeOutage } from './describe-outage.js';
import { needsPerson } from './sqlstate.js';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** A continuing outage is reported again, so that the last lines of a log say what the process is waiting for. */
const TELL_AGAIN_MS = 60_000;

export interface DatabaseWait {
  /**
   * Resolves to true once every database is connected and examined, to false if `stop` came first. Rejects for errors
   * that waiting cannot fix.
   */
  readonly connected: Promise<boolean>;
  stop(): Promise<void>;
}

interface Connecting {
  databases: readonly { connect(): Promise<void> }[];
  /** Asks what the process wants to know once they are connected. PostgreSQL may be away again by then. */
  examine(): Promise<void>;
  /** Address of the server; only its host and port are logged. */
  url: string;
  logger: Logger;
}

/**
 * Connects the databases of a process and waits while PostgreSQL is unavailable: one plain line says which server and
 * why, and the process stays up. Errors that waiting cannot fix, such as a wrong password or certificate, are thrown.
 */
export function waitForDatabase(options: Connecting): DatabaseWait {
  const stopping = new AbortController();
  const connected = connectAll(options, stopping.signal);
  return {
    connected,
    stop: async () => {
      stopping.abort();
      // Failures are reported to whoever waits for `connected`.
      await connected.catch(() => undefined);
    },
  };
}

async function connectAll(
  { databases, examine, url, logger }: Connecting,
  stopping: AbortSignal,
): Promise<boolean> {
  const outage = new Outage(url, logger);
  for (const step of [...databases.map((database) => () => database.connect()), examine]) {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.aborted) {
      const error = await step().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error === undefined) break;
      outage.tell(error);
      await sleep(pauseMs * (0.75 + Math.random() / 2), undefined, { signal: stopping }).catch(
        () => undefined,
      );
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }
  if (!stopping.aborted) outage.end();
  return !stopping.aborted;
}

/** Reports an outage once, and again if its reason changes or it lasts. */
class Outage {
  #told: { reason: string; at: number } | undefined;

  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {}

  /** Rethrows errors that are not outages. */
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
