import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Database } from '../../shared/db/database.js';
import type { Logger } from '../../shared/logger.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import { HeldUpClients } from '../held-up-clients.js';
import { logPassErrors, PassErrors } from '../pass-errors.js';
import type { MailMetrics } from './metrics.js';
import { purgeLinks } from './purge-links.js';
import { purgeMails } from './purge-mails.js';
import { sendDueMails } from './send-due-mails.js';
import type { SendMail } from './transport.js';

export interface MailDeps {
  /** Its own connection: a mail server that hangs holds up nothing else. */
  db: Database;
  keyring: Keyring;
  /** Undefined where no mails are sent: staged mails are then purged in time. */
  send: SendMail | undefined;
  /** Where the portal is, without a slash at the end; undefined if that is not known. */
  base: string | undefined;
  logger: Logger;
  metrics: MailMetrics;
}

/** Longest delay before a mail is noticed. */
const LOOK_PAUSE_MS = 1_000;
/**
 * How long a mail may still be handed over when the process is stopping: less than a worker has to settle its calls, so
 * that no mail server decides how it ends.
 */
const STOP_GRACE_MS = 4_000;
const PURGE_PAUSE_MS = 60 * 60_000;

/** Starts sending mails and purging old ones and their links; opens no connections itself. */
export function startMail({ db, keyring, send, base, logger, metrics }: MailDeps): {
  stop(): Promise<void>;
} {
  let stopping = false;
  const stop = new AbortController();
  const handedOver = new Set<string>();
  const loops = [
    repeatUntilStopped({
      run: (stopping) => purge(db, stopping),
      pauseMs: PURGE_PAUSE_MS,
      onError: logPassErrors(logger, 'purging mails and links failed'),
    }),
  ];
  if (send !== undefined) {
    const own = { handedOver, heldUp: new HeldUpClients(), stopping: () => stopping, stop: stop.signal };
    const deps = { db, keyring, send, base, logger, metrics, ...own };
    loops.push(
      repeatUntilStopped({
        run: () => sendDueMails(deps),
        pauseMs: LOOK_PAUSE_MS,
        onError: logPassErrors(logger, 'sending mails failed'),
      }),
    );
  }
  return {
    stop: async () => {
      stopping = true;
      const grace = setTimeout(() => stop.abort(), STOP_GRACE_MS);
      await Promise.all(loops.map((loop) => loop.stop()));
      clearTimeout(grace);
    },
  };
}

async function purge(db: Database, stopping: () => boolean): Promise<void> {
  const passErrors = new PassErrors();
  await passErrors.attempt(() => purgeMails(db, new Date(), stopping));
  await passErrors.attempt(() => purgeLinks(db, new Date(), stopping));
  passErrors.throwAll();
}
