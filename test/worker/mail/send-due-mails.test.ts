import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { selfSignedCertificate } from '../../../harness/self-signed-certificate.js';
import { Keyring } from '../../../shared/crypto/keyring.js';
import type { Database } from '../../../shared/db/database.js';
import { createLogger } from '../../../shared/logger.js';
import { hashLinkToken } from '../../../shared/mail/link-token.js';
import { stageInvitationMail, stageMail, stagePasswordReset } from '../../../shared/mail/stage-mail.js';
import { sendDueMails } from '../../../worker/mail/send-due-mails.js';
import { createMailSender, type SendMail } from '../../../worker/mail/transport.js';
import { buildInvitation } from '../../support/accounts/invitations.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { type MailServer, readMail, startMailServer } from '../../support/messages/mail-server.js';
import { testKeys } from '../../support/processes/keys.js';

const newKey = () => createSecretKey(randomBytes(32));
const FROM = 'Checks <checks@example.test>';

describe('sendDueMails', () => {
  const database = useDatabase();
  let server: MailServer;
  const results: string[] = [];
  let mailDb: Database;
  let clientId: string;
  before(async () => {
    server = await startMailServer();
    mailDb = await database.open({ scope: 'mail' });
    clientId = (await buildClient(database.db)).id;
  });
  after(() => server.close());
  beforeEach(async () => {
    server.taken.length = 0;
    results.length = 0;
    server.refuseWith(undefined);
    server.confirmAfter(0);
    await database.db.query('DELETE FROM mails');
  });

  const bySmtp = (): SendMail => createMailSender({ from: FROM, smtpUrl: server.url, requireTls: false });
  const work = (send: SendMail = bySmtp(), db = mailDb, handedOver = new Set<string>(), base?: string) =>
    sendDueMails({
      db,
      keyring: testKeys.encryptionKeys,
      send,
      base,
      logger: createLogger({ process: 'worker', level: 'silent' }),
      metrics: { countAttempt: (result) => void results.push(result) },
      handedOver,
      stopping: () => false,
    });
  const mails = () =>
    database.db.query<{
      kind: string;
      status: string;
      secret_sealed: Buffer | null;
      last_error: string | null;
    }>('SELECT kind, status, secret_sealed, last_error FROM mails ORDER BY created_at, id');
  const makeDue = () => database.db.query('UPDATE mails SET next_attempt_at = now()');
  const person = (role: 'owner' | 'submitter' | 'developer', suspended = false) =>
    buildUser(database.db, { clientId, role, suspended });

  it('sends a mail as text and HTML with its link, once, and forgets the token', async () => {
    const data = { client_name: 'Smith & <Sons>', role: 'viewer', base: 'https://checks.example.test' };
    const { id: invitedBy } = await person('owner');
    const { token, email } = await buildInvitation(database.db, { clientId, invitedBy, data });
    await work();
    await work();
    expect(server.taken).to.have.length(1);
    const [{ to, source } = { to: [], source: '' }] = server.taken;
    expect(to).to.deep.equal([email]);
    const unfolded = source.replace(/=\r\n/g, '').replace(/=3D/g, '=');
    expect(unfolded)
      .to.match(/^Content-Type: multipart\/alternative/m)
      .and.match(/^From: Checks <checks@example\.test>/m);
    expect(unfolded).to.include(`https://checks.example.test/invitation#${token}`);
    expect(unfolded).to.include('Smith &amp; &lt;Sons&gt; invites you');
    expect(await mails()).to.deep.include.members([
      { kind: 'invitation', status: 'sent', secret_sealed: null, last_error: null },
    ]);
  });

  it('tries again after a refusal for now, and not after one for good', async () => {
    const { id } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    server.refuseWith(451);
    await work();
    expect((await mails())[0]).to.include({ status: 'pending', last_error: 'EENVELOPE 451' });
    server.refuseWith(550);
    await makeDue();
    await work();
    expect((await mails())[0]).to.include({ status: 'failed' });
    expect(results).to.deep.equal(['put_off', 'failed']);
    server.refuseWith(undefined);
    await makeDue();
    await work();
    expect(server.taken).to.have.length(0);
  });

  it('tries again after a refusal of its sender, for want of a login, or to relay, whatever the code', async () => {
    const { id } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    for (const [code, whom, text] of [
      [550, 'sender'],
      [530, 'recipient'],
      [554, 'recipient', '5.7.1 Relay access denied'],
      // Many servers say what is wrong with the sender only once they know the recipient.
      [553, 'recipient', '5.1.7 The syntax of the sender is wrong'],
      [550, 'recipient', '5.1.8 Sender address rejected: Domain not found'],
    ] as const) {
      server.refuseWith(code, whom, text);
      await work();
      expect((await mails())[0], whom).to.include({ status: 'pending', last_error: `EENVELOPE ${code}` });
      await makeDue();
    }
    server.refuseWith(undefined);
    await work();
    expect(server.taken).to.have.length(1);
  });

  it('is not held up for longer than an attempt may take by a server that never ends an answer', async () => {
    const endless = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 slow\r\n');
      const pieces = setInterval(() => socket.write('250-please wait\r\n'), 20);
      socket.on('close', () => clearInterval(pieces));
      socket.resume().on('end', () => socket.destroy());
    });
    const smtpUrl = `smtp://127.0.0.1:${await listenOnLoopback(endless)}`;
    const config = { from: FROM, smtpUrl, requireTls: false };
    const { id } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    await work(createMailSender(config, { handOverMs: 300, confirmMs: 300 }));
    expect((await mails())[0]).to.include({ status: 'pending', last_error: 'EABORT' });
    await new Promise((resolve) => endless.close(resolve));
  });

  it('waits longer for a server that has the whole mail, and hands it over once', async () => {
    const { id } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    server.confirmAfter(3_500);
    const config = { from: FROM, smtpUrl: server.url, requireTls: false };
    await work(createMailSender(config, { handOverMs: 3_000, confirmMs: 60_000 }));
    expect((await mails())[0]).to.include({ status: 'sent' });
    expect(server.taken).to.have.length(1);
  });

  it('does not wait for ever for one that never confirms it', async () => {
    const { id } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    server.confirmAfter(5_000);
    const config = { from: FROM, smtpUrl: server.url, requireTls: false };
    await work(createMailSender(config, { handOverMs: 60_000, confirmMs: 100 }));
    expect((await mails())[0]).to.include({ status: 'pending', last_error: 'EABORT' });
  });

  it('says what is wrong where there is no connection, or none by TLS', async () => {
    const strange = await startMailServer({ certificate: selfSignedCertificate(['localhost']) });
    const { id } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    await work(createMailSender({ from: FROM, smtpUrl: strange.url, requireTls: true }));
    expect((await mails())[0]?.last_error).to.equal('ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT');
    await strange.close();
    await makeDue();
    await work(createMailSender({ from: FROM, smtpUrl: strange.url, requireTls: true }));
    expect((await mails())[0]?.last_error).to.equal('ESOCKET ECONNREFUSED');
  });

  it('puts one off whose token does not open, and sends what is behind it', async () => {
    const [{ id }, lost] = [await person('owner'), new Keyring([{ id: 'lost', key: newKey() }])];
    const invitation = { clientId, email: 'new@example.test', token: 'A'.repeat(43), data: {} };
    await database.db.transaction((sql) => stageInvitationMail(sql, lost, invitation));
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    await work();
    expect(server.taken, 'mails sent').to.have.length(1);
    expect((await mails())[0]).to.include({ status: 'pending', last_error: 'token does not open' });
    await database.db.query(`UPDATE mails SET created_at = created_at - interval '25 hours'`);
    await makeDue();
    await work();
    expect((await mails())[0]).to.include({ kind: 'invitation', status: 'failed' });
  });

  it('never hands one over twice when it could not be written down as sent', async () => {
    const { id } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    const handedOver = new Set<string>();
    const forgetful: Database = { ...mailDb, statement: () => Promise.reject(new Error('database away')) };
    await work(bySmtp(), forgetful, handedOver).catch(() => undefined);
    await makeDue();
    await work(bySmtp(), mailDb, handedOver);
    expect(server.taken).to.have.length(1);
    expect((await mails())[0]).to.include({ status: 'sent' });
    expect(handedOver.size).to.equal(0);
  });

  it('does not hand over a mail that another worker has sent while this one waited for a slow server', async () => {
    for (const { id } of [await person('owner'), await person('owner'), await person('owner')])
      await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    const byServer = bySmtp();
    let isFirst = true;
    await work(async (mail) => {
      await byServer(mail);
      if (!isFirst) return;
      isFirst = false;
      // What this worker has claimed besides the mail in its hands has expired meanwhile.
      await database.db.query(`UPDATE mails SET next_attempt_at = now() WHERE id <> $1`, [mail.id]);
      await work();
    });
    expect(server.taken.map(({ to }) => to[0])).to.have.length(3);
    expect(await mails()).to.have.length(3);
    for (const { status } of await mails()) expect(status).to.equal('sent');
  });

  it('makes a link to a new password for the account that has the address, and for no other', async () => {
    const { id, email } = await person('submitter');
    const suspended = await person('submitter', true);
    const base = 'https://checks.example.test';
    for (const address of [email, suspended.email, 'nobody@example.test']) {
      await stagePasswordReset(database.db, address, { base });
      await stagePasswordReset(database.db, address, { base });
    }
    await work();
    expect(server.taken.map(({ to }) => to)).to.deep.equal([[email]]);
    const source = (server.taken[0]?.source ?? '').replace(/=\r\n/g, '');
    const [, token = ''] = /reset-password#([\w-]{43})/.exec(source) ?? [];
    const resets = await database.db.query<{ token_hash: Buffer; minutes: number }>(
      `SELECT token_hash, round(extract(epoch FROM expires_at - created_at) / 60)::int AS minutes
       FROM password_resets WHERE user_id = $1`,
      [id],
    );
    expect(resets).to.deep.equal([{ token_hash: hashLinkToken(token), minutes: 30 }]);
  });

  it('sends one account three links to a new password in an hour, and then none until the hour is over', async () => {
    const { id, email } = await person('submitter');
    const ask = async (): Promise<number> => {
      await stagePasswordReset(database.db, email, { base: 'https://checks.example.test' });
      await work();
      // Of one address, one wish a minute is noted.
      await database.db.query(`UPDATE mails SET created_at = created_at - interval '2 minutes'`);
      return server.taken.length;
    };
    expect([await ask(), await ask(), await ask(), await ask()]).to.deep.equal([1, 2, 3, 3]);
    await database.db.query(
      `UPDATE password_resets SET created_at = created_at - interval '61 minutes', expires_at = expires_at - interval '61 minutes'
       WHERE user_id = $1`,
      [id],
    );
    expect(await ask()).to.equal(4);
  });

  it('tells those of a team whom it concerns and who want it', async () => {
    const team = await buildClient(database.db);
    const of = (role: 'owner' | 'developer' | 'viewer') =>
      buildUser(database.db, { clientId: team.id, role });
    const [owner, developer] = [await of('owner'), await of('developer')];
    const unwilling = await of('owner');
    await of('viewer');
    await database.db.query(`UPDATE users SET unwanted_mails = '{webhook_disabled}' WHERE id = $1`, [
      unwilling.id,
    ]);
    await stageMail(database.db, {
      kind: 'webhook_disabled',
      clientId: team.id,
      data: { webhook_id: 'whk_x' },
    });
    await work();
    expect(server.taken.flatMap(({ to }) => to).sort()).to.deep.equal([owner.email, developer.email].sort());
  });

  it('sends those of others after a few of a client that has many, to its people and to its team', async () => {
    const [busy, other] = [await buildClient(database.db), await buildClient(database.db)];
    const { email } = await person('submitter');
    const { id: userId } = await buildUser(database.db, { clientId: busy.id, role: 'owner' });
    const stranger = await buildUser(database.db, { clientId: other.id, role: 'owner' });
    const name = 'import';
    const flood = { kind: 'password_changed', userId, clientId: busy.id } as const;
    for (let count = 0; count < 30; count += 1) await stageMail(database.db, flood);
    for (let count = 0; count < 110; count += 1)
      await stageMail(database.db, { kind: 'api_key_created', clientId: busy.id, data: { name } });
    await stageMail(database.db, { kind: 'api_key_created', clientId: other.id, data: { name } });
    await stagePasswordReset(database.db, email, { base: 'https://checks.example.test' });
    const taken: string[] = [];
    await work(async ({ to }) => void taken.push(to));
    expect(taken.indexOf(email), 'a link to a new password').to.be.within(0, 10);
    expect(taken.indexOf(stranger.email), 'a mail to a team').to.be.within(0, 10);
    expect((await mails()).filter(({ status }) => status === 'pending')).to.deep.equal([]);
  });

  it('sends those that nobody has tried yet before those that are tried again', async () => {
    const { id, email } = await person('submitter');
    for (let count = 0; count < 3; count += 1) {
      const { id: clientId } = await buildClient(database.db);
      const { id: userId } = await buildUser(database.db, { clientId, role: 'owner' });
      await stageMail(database.db, { kind: 'password_changed', userId, clientId });
    }
    await work(() => Promise.reject(new Error('the server is slow to say no')));
    await database.db.query(`UPDATE mails SET next_attempt_at = now() - interval '1 minute'`);
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    const taken: string[] = [];
    await work(async ({ to }) => void taken.push(to));
    expect(taken).to.have.length(4);
    expect(taken[0]).to.equal(email);
  });

  it('come from the sender as it is called in the settings', async () => {
    for (const name of ['Sample (Pty) Ltd', '"Sample, Checks"', 'Sample: Checks']) {
      const outboxDir = await mkdtemp(path.join(os.tmpdir(), 'outbox-'));
      const { id } = await person('owner');
      await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
      await work(createMailSender({ from: `${name} <checks@example.test>`, outboxDir }));
      const [file = ''] = await readdir(outboxDir);
      const source = await readFile(path.join(outboxDir, file), 'utf8');
      const [, sender = ''] = /^From: (.*)$/m.exec(source) ?? [];
      expect(sender.trim()).to.equal(`"${name.replaceAll('"', '')}" <checks@example.test>`);
    }
  });

  it('can put them into a folder, each under a name of its own once it is whole', async () => {
    const outboxDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'outbox-')), 'outbox');
    const { id, email } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    await work(createMailSender({ from: FROM, outboxDir }));
    const [file = '', ...others] = await readdir(outboxDir);
    expect(others).to.deep.equal([]);
    expect(file).to.match(/\.eml$/);
    expect(await readFile(path.join(outboxDir, file), 'utf8')).to.include(`To: ${email}`);
  });

  it('links to the page a mail speaks of, in the portal it was staged for or else its own', async () => {
    const outboxDir = path.join(await mkdtemp(path.join(os.tmpdir(), 'outbox-')), 'outbox');
    const { id, email } = await person('owner');
    const data = { request_id: 'ver_01h0000000000000000000000x', service: 'SA ID (Basic)' };
    await stageMail(database.db, { kind: 'review_decided', userId: id, clientId, data });
    await stagePasswordReset(database.db, email, { base: 'https://staged.example.test' });
    await work(createMailSender({ from: FROM, outboxDir }), mailDb, new Set(), 'https://portal.example.test');
    const files = await readdir(outboxDir);
    const mails = await Promise.all(files.map((file) => readFile(path.join(outboxDir, file), 'utf8')));
    const links = mails.map((source) => /https:\/\/[^\s"#]+/.exec(readMail({ to: [], source }).text)?.[0]);
    expect(links.sort()).to.deep.equal([
      `https://portal.example.test/checks/${data.request_id}`,
      'https://staged.example.test/reset-password',
    ]);
  });

  it('tells staff whom to turn to after a reset, who have no team with owners', async () => {
    const staff = await buildUser(database.db, { clientId: null, role: 'admin' });
    const { id } = await person('owner');
    const data = { change: 'reset' };
    await stageMail(database.db, { kind: 'factor_changed', userId: staff.id, clientId: null, data });
    await stageMail(database.db, { kind: 'factor_changed', userId: id, clientId, data });
    await work();
    const texts = server.taken.map((mail) => readMail(mail).text.replace(/\s+/g, ' '));
    expect(texts.filter((text) => text.includes('tell an administrator'))).to.have.length(1);
    expect(texts.filter((text) => text.includes('contact an owner of your team'))).to.have.length(1);
  });

  it('has no link where the address of the portal is not known', async () => {
    const { id } = await person('owner');
    await stageMail(database.db, { kind: 'password_changed', userId: id, clientId });
    await work();
    const [mail] = server.taken;
    expect(mail?.source).to.include('The password of your account').and.not.to.include('/account');
  });
});
