import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { selfSignedCertificate } from '../../../../harness/self-signed-certificate.js';
import { type MailServer, startMailServer } from '../../../support/messages/mail-server.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { LONG_MS, useDoctor } from './use-doctor.js';

const FROM = { MAIL_FROM: 'checks@example.test' };

describe('npm run admin -- doctor, of what is outside the service, names', function () {
  this.timeout(LONG_MS);
  useRealNetwork();
  const { ask, asOwner, expectFault, expectWarning } = useDoctor();

  describe('a mail server', () => {
    let server: MailServer;
    before(async () => {
      server = await startMailServer({ password: 'opens-it' });
    });
    after(() => server.close());

    const SMTP_URL = (user: string): string => server.url.replace('://', `://${user}@`);

    it('that lets the service in, without sending a mail', async () => {
      const finding = await ask('mail', { ...FROM, SMTP_URL: SMTP_URL('checks:opens-it') });
      expect(finding).to.include({ state: 'ok' });
      expect(finding.found).to.match(/^127\.0\.0\.1:\d+ answers and accepts the login/);
      expect(server.taken).to.deep.equal([]);
    });

    it('that refuses the password, which it does not repeat', async () => {
      await expectFault('mail', /accepts no mail: it refuses the user or the password of SMTP_URL$/, {
        ...FROM,
        SMTP_URL: SMTP_URL('checks:hidden-word'),
      });
    });

    it('whose certificate nobody here trusts, which offers TLS all the same', async () => {
      const untrusted = await startMailServer({ certificate: selfSignedCertificate(['localhost']) });
      try {
        await expectFault('mail', /accepts no mail: the TLS certificate of the server is not trusted/, {
          ...FROM,
          SMTP_URL: untrusted.url,
        });
      } finally {
        await untrusted.close();
      }
    });

    it('that offers no TLS where it is demanded', () =>
      expectFault('mail', /accepts no mail: it offers no TLS/, {
        ...FROM,
        NODE_ENV: 'production',
        // To the configuration this is another host.
        SMTP_URL: server.url.replace('127.0.0.1', '0.0.0.0'),
      }));

    it('that is not there', () =>
      expectFault('mail', /^127\.0\.0\.1:1 accepts no mail: nothing listens there$/, {
        ...FROM,
        SMTP_URL: 'smtp://127.0.0.1:1',
      }));

    it('that has no name', () =>
      expectFault('mail', /accepts no mail: no host has this name|cannot be resolved/, {
        ...FROM,
        SMTP_URL: 'smtp://mail.invalid',
      }));

    it('that is no mail server', async () => {
      const silent = createServer();
      const port = await listenOnLoopback(silent);
      await expectFault('mail', /accepts no mail: the host does not answer$/, {
        ...FROM,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      });
      silent.close();
    });

    it('that production does without', () =>
      expectWarning('mail', /^SMTP_URL is not set/, { NODE_ENV: 'production' }));
  });

  describe('a witness of the log', () => {
    let server: Server;
    let ownPort: number;
    let status: number;
    before(async () => {
      server = createServer((_request, response) => response.writeHead(status).end());
      ownPort = await listenOnLoopback(server);
    });
    after(() => server.close());
    beforeEach(() => {
      status = 400;
    });

    const at = (port = ownPort): { WITNESS_URLS: string } => ({
      WITNESS_URLS: `http://127.0.0.1:${port}#audit.example+0badcafe+${'A'.repeat(43)}=`,
    });

    it('that answers and has signed everything', async () => {
      await asOwner(
        `INSERT INTO log_state (origin, secret, size, cosigned_size, note, sealed_at)
         VALUES ('example.test/log', '', 7, 7, 'note', now())`,
      );
      const finding = await ask('witnesses', at());
      expect(finding).to.include({ state: 'ok', found: '1 answer, and the log is signed by at least one' });
    });

    it('that is not there', async () => {
      const gone = createServer();
      const port = await listenOnLoopback(gone);
      gone.close();
      await expectWarning('witnesses', /^audit\.example at \S+ cannot be reached: nothing listens/, at(port));
    });

    it('in whose place something else answers', async () => {
      status = 404;
      await expectWarning('witnesses', /does not answer like a witness: status 404$/, at());
    });

    it('that answers before there is anything to sign', async () => {
      expect((await ask('witnesses', at())).found).to.equal('1 answer; the log has no entries to sign yet');
    });

    it('that answers and signs nothing, although the log keeps growing', async () => {
      await asOwner(
        `INSERT INTO log_state (origin, secret, size, note, sealed_at) VALUES ('example.test/log', '', 7, 'note', now())`,
      );
      await expectWarning('witnesses', /the last 7 entries of the log are signed by none$/, at());
    });
  });
});
