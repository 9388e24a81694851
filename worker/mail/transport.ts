import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { bareHost } from '../../shared/bare-host.js';
import type { MailConfig } from '../../shared/config/mail.js';
import { abortable } from '../abortable.js';
import type { ComposedMail } from './compose-mail.js';

/** A mail with its recipient. Its id is the same at every attempt, so that a server can recognise a duplicate. */
export interface OutgoingMail extends ComposedMail {
  id: string;
  to: string;
}

/**
 * Hands a mail over. Rejects unless it was certainly accepted; `stop` breaks off what is under way, because the process
 * is ending.
 */
export type SendMail = (mail: OutgoingMail, stop?: AbortSignal) => Promise<void>;

type SmtpConfig = Extract<MailConfig, { smtpUrl: string }>;

/** How long a mail server may take, in milliseconds. */
export interface MailLimits {
  /**
   * Until the whole mail is on its way; whether the server reads it cannot be seen from here. A server that goes on
   * sending pieces of an answer, as some do to slow senders down, is never silent for long, and without this could take
   * longer than the mail is claimed for.
   */
  handOverMs: number;
  /**
   * From then on, until it says that it has taken the mail: it may ask others what they think of it first. Whoever
   * hangs up meanwhile sends it again, and the reader gets each copy (RFC 5321 4.5.3.2.6, which asks for ten minutes;
   * but mails are sent one after the other).
   */
  confirmMs: number;
}

export const MAIL_LIMITS: MailLimits = { handOverMs: 60_000, confirmMs: 120_000 };
const CONNECT_MS = 10_000;

/**
 * The only place in the worker that talks to a mail server; outside production, mails may be written to files instead.
 */
export function createMailSender(config: MailConfig, limits = MAIL_LIMITS): SendMail {
  return 'smtpUrl' in config ? bySmtp(config, limits) : intoFolder(config);
}

function bySmtp(config: SmtpConfig, { handOverMs, confirmMs }: MailLimits): SendMail {
  const patience = { connectMs: CONNECT_MS, answerMs: handOverMs + confirmMs };
  return (mail, stop) =>
    abortable({ withinMs: handOverMs, stop }, async (signal, allow) => {
      const transport = createSmtpTransport(config, patience);
      transport.use('stream', ({ message }, done) => {
        message.processFunc((whole) => whole.once('end', () => allow(confirmMs)));
        done();
      });
      await transport.sendMail({ ...messageOf(mail, config.from), signal });
    });
}

/** How long to wait for the mail server to connect and to say anything, in milliseconds. */
export interface MailPatience {
  connectMs: number;
  answerMs: number;
}

/** Prepares conversations with a mail server; nothing is connected yet. */
export function createSmtpTransport(
  { smtpUrl, requireTls }: SmtpConfig,
  { connectMs, answerMs }: MailPatience,
) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  return createTransport({
    host: bareHost(hostname),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: requireTls && !secure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function intoFolder({ outboxDir, from }: Extract<MailConfig, { outboxDir: string }>): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail, from));
    await mkdir(outboxDir, { recursive: true });
    const file = path.join(outboxDir, `${mail.id}.eml`);
    // It gets its final name only once it is complete.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
}

function messageOf({ id, to, subject, text, html }: OutgoingMail, from: string) {
  const sender = senderOf(from);
  const domain = /@(.+)$/.exec(sender.address)?.[1] ?? 'localhost';
  return {
    from: sender,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/**
 * The name and the address of MAIL_FROM. A name is taken as it stands: read as a header, `(Pty)` would be a comment and
 * left out, and a colon would begin a list of addresses.
 */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]+)>$/.exec(from.trim()) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}
