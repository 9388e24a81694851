import type { EnvironmentReader } from './environment.js';
import { isLoopback } from './loopback.js';

/** How mails are sent: through a server or, outside production, into a folder. */
export type MailConfig = { from: string } & (
  | { smtpUrl: string; requireTls: boolean }
  | { outboxDir: string }
);

const OUTBOX = '.data/outbox';
const ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/;
/** An address following a display name. */
const NAMED = /^[^\r\n<>]*<([^\s<>]+)>$/;

/**
 * Reads how mails are sent; undefined in production without SMTP_URL: then none are, and actions that need one say so.
 */
export function readMail(reader: EnvironmentReader): MailConfig | undefined {
  const from = reader.optional('MAIL_FROM');
  if (from !== undefined && !ADDRESS.test(NAMED.exec(from)?.[1] ?? from)) {
    reader.fault(
      'MAIL_FROM',
      'must be an address, or a name and an address as in "Checks <checks@example.com>"',
    );
  }
  if (reader.optional('SMTP_URL') === undefined) {
    if (reader.production) return undefined;
    return { from: from ?? 'Verifications <verifications@example.test>', outboxDir: OUTBOX };
  }
  const smtpUrl = reader.url('SMTP_URL', ['smtp:', 'smtps:'], 'it is the address of the mail server');
  if (from === undefined)
    reader.fault('MAIL_FROM', 'must be set together with SMTP_URL: it is the sender of mails');
  const host = URL.canParse(smtpUrl) ? new URL(smtpUrl).hostname : '';
  return { from: from ?? '', smtpUrl, requireTls: reader.production && !isLoopback(host) };
}
