import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { listenOnLoopback } from '../../harness/listen-on-loopback.js';
import { waitFor } from '../../harness/wait-for.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import { submitAsync } from '../support/checks/submit.js';
import { buildUser } from '../support/database/factories.js';
import { type Service, startService } from '../support/processes/service.js';

const SLOW = '0001010005070';
/** How long the provider takes: longer than a mail that is being handed over may hold up the end of its worker. */
const PROVIDER_MS = 6_000;

describe('a worker that must stop while the mail server keeps it waiting', function () {
  this.timeout(120_000);

  let mailServer: Server;
  const sockets = new Set<Socket>();
  let service: Service;
  before(async () => {
    // As some do to slow senders down: it is never silent for long, and never comes to the point.
    mailServer = createServer((socket) => {
      sockets.add(socket);
      socket.write('220 mail.example.test\r\n');
      const drip = setInterval(() => socket.write('250-one moment\r\n'), 1_000);
      socket.on('error', () => socket.destroy()).on('close', () => clearInterval(drip));
    });
    const port = await listenOnLoopback(mailServer);
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'checks@example.test' };
    service = await startService({ workers: 0, slowMs: PROVIDER_MS, env });
  });
  after(async () => {
    await service?.stop();
    for (const socket of sockets) socket.destroy();
    mailServer?.close();
  });

  it('begins no call, settles those under way, ends in order, and leaves the mail to another worker', async () => {
    const client = await service.seedClient();
    const worker = await service.startWorker();
    const { id: userId } = await buildUser(service.db, { clientId: null });
    await stageMail(service.db, { kind: 'password_changed', userId, clientId: null });
    await waitFor(() => sockets.size > 0, { describe: 'the mail is being handed over' });
    const under = await submitAsync(service.api.client, client.token, { body: { subject: SLOW } });
    await waitFor(() => service.sandbox.calls().length === 1, { describe: 'a call is under way' });
    const end = worker.stop();
    await sleep(1_000);
    const late = await submitAsync(service.api.client, client.token, { body: { subject: SLOW } });
    expect(await end).to.deep.equal({ code: 0, signal: null });
    const status = async (id: string) =>
      (await service.api.client.withToken(client.token).get(`/api/v1/verifications/${id}`)).body.status;
    expect([await status(under), await status(late)]).to.deep.equal(['completed', 'pending']);
    expect(service.sandbox.calls(), 'none was begun after the signal').to.have.length(1);
    const mails = await service.db.query(
      `SELECT status, last_error, next_attempt_at < now() + interval '1 minute' AS soon FROM mails`,
    );
    expect(mails).to.deep.equal([{ status: 'pending', last_error: 'EABORT', soon: true }]);
  });
});
