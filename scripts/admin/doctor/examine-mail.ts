import { settingsFrom } from '../../../shared/config/environment.js';
import { readMail } from '../../../shared/config/mail.js';
import { describeNetwork } from '../../../shared/describe-network.js';
import { createSmtpTransport } from '../../../worker/mail/transport.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** A subject has ten seconds in all. */
const PATIENCE = { connectMs: 3_000, answerMs: 3_000 };

/** Judges whether the mail server answers, by TLS where it must, and accepts the login. No mail is sent. */
export async function examineMail({ environment }: Surroundings): Promise<Judgement> {
  const mail = settingsFrom(environment, readMail);
  if (mail === undefined) {
    return warning(
      'SMTP_URL is not set: invitations, forgotten passwords and alerts to clients cannot be sent',
      'set SMTP_URL and MAIL_FROM for APIs and workers',
    );
  }
  if (!('smtpUrl' in mail)) return ok(`e-mails are written to ${mail.outboxDir}, as outside production`);
  const { host, username } = new URL(mail.smtpUrl);
  const transport = createSmtpTransport(mail, PATIENCE);
  try {
    await transport.verify();
    return ok(`${host} answers${username === '' ? '' : ' and accepts the login'}; no e-mail was sent`);
  } catch (error) {
    return fault(
      `${host} accepts no mail: ${reasonOf(error)}`,
      'e-mails wait for a day and are then given up: check SMTP_URL, DNS and the firewall, and ask whoever runs the server',
    );
  } finally {
    transport.close();
  }
}

// The codes are those of nodemailer, which keeps the one of the system or of TLS beside its own.
const REASONS: Readonly<Record<string, string>> = {
  EAUTH: 'it refuses the user or the password of SMTP_URL',
  EDNS: 'no host has this name',
  ETLS: 'it offers no TLS, without which a password or a link is not sent over a network',
};

type SmtpError = NodeJS.ErrnoException & { originalCode?: string };

function reasonOf(error: unknown): string {
  const { code = '', originalCode = code, message } = error as SmtpError;
  return describeNetwork(originalCode) ?? REASONS[code] ?? message;
}
