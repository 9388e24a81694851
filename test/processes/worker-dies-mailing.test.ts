import { expect } from 'chai';
import { waitFor } from '../../harness/wait-for.js';
import { withClient } from '../../harness/with-client.js';
import { createAccounts, type TestAccounts } from '../support/accounts/api-accounts.js';
import { buildInvitation } from '../support/accounts/invitations.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import { untilBlocked } from '../support/database/until-blocked.js';
import { type MailServer, readMail, startMailServer } from '../support/messages/mail-server.js';
import { type Service, startService } from '../support/processes/service.js';

const NEW_PASSWORD = 'another horse battery';
/** Any number that the service does not use. */
const LOCK = 1;
/** Has a mail that the server has accepted wait for the lock before it is recorded as sent. */
const WAIT_BEFORE_RECORDING = `
  CREATE FUNCTION wait_before_recording() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NEW; END';
  CREATE TRIGGER wait_before_recording BEFORE UPDATE ON mails FOR EACH ROW WHEN (NEW.status = 'sent')
    EXECUTE FUNCTION wait_before_recording()`;
const END_WAITING = `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('a worker that is killed after the mail server has accepted a mail', function () {
  this.timeout(120_000);

  let database: TestDatabase;
  let server: MailServer;
  let service: Service;
  let accounts: TestAccounts;
  before(async () => {
    [database, server] = await Promise.all([createTestDatabase(), startMailServer()]);
    await withClient(superuserUrlOf(database.url), (client) => client.query(WAIT_BEFORE_RECORDING));
    const env = {
      SMTP_URL: server.url,
      MAIL_FROM: 'checks@example.test',
      PUBLIC_URL: 'https://portal.example.test',
    };
    service = await startService({ workers: 0, database, env });
    accounts = createAccounts(service.db, service.api.client);
  });
  after(async () => {
    await service?.stop();
    await server?.close();
    await database?.drop();
  });
  beforeEach(() => {
    server.taken.length = 0;
  });

  async function sendAndKill(): Promise<void> {
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
      const doomed = await service.startWorker();
      await untilBlocked(service.db, { query: '%UPDATE mails SET status%' });
      await doomed.kill();
      // What has reached PostgreSQL would be carried out all the same.
      await client.query(END_WAITING);
    });
  }
  const mails = () =>
    service.db.query(
      `SELECT kind, status, secret_sealed IS NULL AS forgotten FROM mails ORDER BY created_at`,
    );
  /** Has another worker look at it once the claim of the dead one is over. */
  async function workOn(): Promise<void> {
    await service.db.query(`UPDATE mails SET next_attempt_at = now() WHERE status = 'pending'`);
    const worker = await service.startWorker();
    const isDone = async () =>
      (await service.db.query(`SELECT FROM mails WHERE status = 'pending'`)).length === 0;
    await waitFor(isDone, { describe: 'nothing waits' });
    await worker.stop();
  }
  const complete = (token: string) =>
    service.api.client.post('/api/v1/password-resets/complete', { token, new_password: NEW_PASSWORD });
  const tokenIn = (text: string) => /[#=]([\w-]{43})\b/.exec(text)?.[1] ?? '';

  it('has it sent once more, under the same id and with the same link, which works once', async () => {
    const { email } = await accounts.createClientUser();
    await service.api.client.post('/api/v1/password-resets', { email });
    await sendAndKill();
    expect(await mails()).to.deep.equal([{ kind: 'password_reset', status: 'pending', forgotten: false }]);
    await workOn();
    expect(server.taken).to.have.length(2);
    const [first, second] = server.taken.map((mail) => ({
      id: /^Message-ID: (.*)$/im.exec(mail.source)?.[1],
      token: tokenIn(readMail(mail).text),
      to: mail.to,
    }));
    expect(second).to.deep.equal(first);
    expect(await mails()).to.deep.equal([{ kind: 'password_reset', status: 'sent', forgotten: true }]);
    expect((await complete(first?.token ?? '')).status).to.equal(204);
    expect((await complete(first?.token ?? '')).status).to.equal(404);
    await service.db.query('DELETE FROM mails');
  });

  it('has none sent again whose link was used in the meantime', async () => {
    const { email, clientId, id: invitedBy } = await accounts.createClientUser();
    await service.api.client.post('/api/v1/password-resets', { email });
    await sendAndKill();
    const [mail] = server.taken;
    expect((await complete(mail === undefined ? '' : tokenIn(readMail(mail).text))).status).to.equal(204);
    await service.db.query(`DELETE FROM mails WHERE kind = 'password_changed'`);
    const { token } = await buildInvitation(service.db, { clientId, invitedBy });
    await sendAndKill();
    const accepted = await service.api.client.post('/api/v1/invitations/accept', {
      token,
      password: NEW_PASSWORD,
    });
    expect(accepted.status).to.equal(201);
    const before = server.taken.length;
    await workOn();
    expect(server.taken).to.have.length(before);
    expect(await mails()).to.deep.equal([
      { kind: 'password_reset', status: 'dropped', forgotten: true },
      { kind: 'invitation', status: 'dropped', forgotten: true },
    ]);
  });
});
