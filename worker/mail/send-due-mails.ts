import type { Keyring } from '../../shared/crypto/keyring.js';
import { SealError } from '../../shared/crypto/seal.js';
import type { Database } from '../../shared/db/database.js';
import type { Logger } from '../../shared/logger.js';
import { HeldUpClients } from '../held-up-clients.js';
import { PassErrors } from '../pass-errors.js';
import { retryDelayMs } from '../retry-delay.js';
import { addressTeamMails } from './address-team-mails.js';
import { claimMail, type DueMail, turnOf } from './claim-mails.js';
import { composeMail } from './compose-mail.js';
import { findRecipient, type Recipient } from './find-recipient.js';
import type { MailMetrics } from './metrics.js';
import type { SendMail } from './transport.js';

export interface SendMailsDeps {
  db: Database;
  keyring: Keyring;
  send: SendMail;
  /** Where the portal is, for links of mails that were staged without it. */
  base: string | undefined;
  logger: Logger;
  metrics: MailMetrics;
  /** Ids of mails that were handed over but could not be recorded as sent: never handed over again. */
  handedOver: Set<string>;
  /** The same in every pass of a process. */
  heldUp?: HeldUpClients;
  stopping: () => boolean;
  /** Fires when a mail that is being handed over is to be left to another worker. */
  stop?: AbortSignal;
}

/** Mails of one client sent before those of the others have their turn. */
const TURN = 5;

/**
 * Sends what is due, one after the other, until nothing is; the process's clock is `now`. Rejects afterwards if mails
 * to a team could not be addressed.
 */
export async function sendDueMails(deps: SendMailsDeps, now = new Date()): Promise<void> {
  const { db, stopping, heldUp = new HeldUpClients() } = deps;
  const passErrors = new PassErrors();
  let count: number;
  do {
    await addressTeamMails(db, { now, passErrors, heldUp, stopping });
    count = await sendTurns(deps, now);
  } while (count > 0 && !stopping());
  passErrors.throwAll();
}

/**
 * Sends a few of what is due of each client, and returns how many: however many mails one has, those of others, links
 * to a new password among them, wait for a few of its own.
 */
async function sendTurns(deps: SendMailsDeps, now: Date): Promise<number> {
  const sent = new Map<string, number>();
  let count = 0;
  while (!deps.stopping()) {
    const over = [...sent].filter(([, mails]) => mails >= TURN).map(([turn]) => turn);
    const mail = await claimMail(deps.db, now, over);
    if (mail === undefined) break;
    await sendOne(deps, mail);
    sent.set(turnOf(mail), (sent.get(turnOf(mail)) ?? 0) + 1);
    count += 1;
  }
  return count;
}

async function sendOne(deps: SendMailsDeps, mail: DueMail): Promise<void> {
  const { send, stop, base = null, logger, handedOver } = deps;
  if (!handedOver.has(mail.id)) {
    const recipient = await recipientOf(deps, mail);
    if (recipient === undefined) return end(deps, mail, 'dropped');
    try {
      if (recipient instanceof SealError) throw recipient;
      const data = { base, staff: mail.client_id === null ? 'yes' : null, ...mail.data };
      const composed = composeMail(mail.kind, data, recipient.token);
      await send({ id: mail.id, to: recipient.email, ...composed }, stop);
    } catch (error) {
      logger.warn({ mail_id: mail.id, kind: mail.kind, reason: reasonOf(error) }, 'mail was not accepted');
      return tryLater(deps, mail, error);
    }
    handedOver.add(mail.id);
  }
  await end(deps, mail, 'sent');
  handedOver.delete(mail.id);
  logger.info({ mail_id: mail.id, kind: mail.kind }, 'mail sent');
}

/**
 * Returns the error of a token that does not open, because its key is not in ENCRYPTION_KEYS: thrown, it would end the
 * pass before the mails behind this one, and nothing would say why it is not sent.
 */
function recipientOf(
  { db, keyring }: SendMailsDeps,
  mail: DueMail,
): Promise<Recipient | SealError | undefined> {
  return findRecipient(db, keyring, mail).catch((error: unknown) => {
    if (error instanceof SealError) return error;
    throw error;
  });
}

/** The token has done its work: only its hash is kept. */
async function end(
  { db, metrics }: SendMailsDeps,
  { id }: DueMail,
  status: 'sent' | 'failed' | 'dropped',
): Promise<void> {
  await db.statement('UPDATE mails SET status = $2, secret_sealed = NULL WHERE id = $1 RETURNING id', [
    id,
    status,
  ]);
  metrics.countAttempt(status);
}

async function tryLater(deps: SendMailsDeps, mail: DueMail, error: unknown): Promise<void> {
  if (mail.is_last_attempt || isRefused(error)) await end(deps, mail, 'failed');
  else deps.metrics.countAttempt('put_off');
  await deps.db.statement(
    `UPDATE mails SET last_error = $2, next_attempt_at = now() + $3::integer * interval '1 millisecond'
     WHERE id = $1 RETURNING id`,
    [mail.id, reasonOf(error), retryDelayMs('mail', mail.attempt_count)],
  );
}

interface SmtpError {
  /** The kind of failure, by nodemailer. */
  code?: unknown;
  /** That of the system or of TLS, where nodemailer replaced it. */
  originalCode?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/**
 * Whether the server permanently refuses this address. What it says of the sender, or before it knows the recipient, is
 * about our settings or its own, and would be said of every mail that waits: somebody can mend that within the day.
 */
function isRefused(error: unknown): boolean {
  const { command, responseCode, response } = error as SmtpError;
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < LOWEST_OF_MAILBOX)
    return false;
  return !NOT_OF_RECIPIENT.test(String(response));
}

/** RFC 5321 4.2.1: x5z is about the recipient's mail system, lower ones about syntax, connection and authentication. */
const LOWEST_OF_MAILBOX = 550;
/**
 * RFC 3463 3.2 and 3.8: x.1.7 and x.1.8 are about the sender, whom many servers judge only here; x.7.z is about
 * security or policy, such as "relay access denied" to us for every recipient.
 */
const NOT_OF_RECIPIENT = /^\d{3}[ -]5\.(?:1\.[78]|7\.\d)/;

/** Only codes and a number: the server's text may contain addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof SealError) return 'token does not open';
  const { code, originalCode = code, responseCode } = error as SmtpError;
  return (
    [code, originalCode === code ? undefined : originalCode, responseCode]
      .filter((part) => part !== undefined)
      .join(' ')
      .slice(0, 200) || 'unknown'
  );
}
