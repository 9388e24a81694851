import { SMTPServer } from 'smtp-server';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import type { Certificate } from '../../../harness/self-signed-certificate.js';

/** A mail as the server accepted it. */
export interface TakenMail {
  to: string[];
  source: string;
}

export interface MailServer {
  url: string;
  taken: TakenMail[];
  /** From now on answers recipients, or else senders, with this code and text instead of accepting mail. */
  refuseWith(code: number | undefined, whom?: 'recipient' | 'sender', text?: string): void;
  /** From now on says only this many milliseconds after it has taken a mail that it has. */
  confirmAfter(ms: number): void;
  close(): Promise<void>;
}

/**
 * A real SMTP server on its own port. With a password, it lets only its user in, `checks`; with a certificate, it
 * offers STARTTLS.
 */
export async function startMailServer({
  password,
  certificate,
}: {
  password?: string;
  certificate?: Certificate;
} = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  let confirmMs = 0;
  let refusal: { code: number; whom: 'recipient' | 'sender'; text: string } | undefined;
  const judge = (whom: 'recipient' | 'sender', done: (error?: Error) => void): void => {
    const refused = refusal?.whom === whom;
    done(refused ? Object.assign(new Error(refusal?.text), { responseCode: refusal?.code }) : undefined);
  };
  const server = new SMTPServer({
    authOptional: password === undefined,
    ...certificate,
    disabledCommands: [
      ...(certificate === undefined ? ['STARTTLS'] : []),
      ...(password === undefined ? ['AUTH'] : []),
    ],
    onAuth: (auth, _session, done) => {
      if (auth.username === 'checks' && auth.password === password) return done(null, { user: 'checks' });
      done(new Error('not this one'));
    },
    onMailFrom: (_address, _session, done) => judge('sender', done),
    onRcptTo: (_address, _session, done) => judge('recipient', done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        taken.push({ to, source: Buffer.concat(chunks).toString() });
        setTimeout(done, confirmMs);
      });
    },
  });
  const port = await listenOnLoopback(server.server);
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refuseWith: (code, whom = 'recipient', text = 'not now') => {
      refusal = code === undefined ? undefined : { code, whom, text };
    },
    confirmAfter: (ms) => {
      confirmMs = ms;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The parts of a mail its reader sees. */
export function readMail({ source }: TakenMail): { subject: string; text: string; html: string } {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(source) ?? [];
  const [, text = '', html = ''] = source.split(`--${boundary}`).map(bodyOf);
  const [, subject = ''] = /^Subject: (.*(?:\r\n .*)*)/m.exec(source) ?? [];
  return { subject: subject.replace(/\r\n /g, ' '), text, html };
}

function bodyOf(part: string): string {
  const [head = '', ...body] = part.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (!/quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
