import { expect } from 'chai';
import type { Database } from '../../../shared/db/database.js';
import { createLogger } from '../../../shared/logger.js';
import { stageMail, stagePasswordReset } from '../../../shared/mail/stage-mail.js';
import { purgeMails } from '../../../worker/mail/purge-mails.js';
import { sendDueMails } from '../../../worker/mail/send-due-mails.js';
import type { OutgoingMail } from '../../../worker/mail/transport.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testKeys } from '../../support/processes/keys.js';

const DAY_MS = 24 * 60 * 60_000;
const TOMORROW = `created_at = now() + interval '1 day', next_attempt_at = now() + interval '1 day'`;

// now() of PostgreSQL cannot be moved, so the other clock is: either stands for the correct one.
describe('mails and wrong clocks', () => {
  const database = useDatabase();
  let db: Database;
  let mailDb: Database;
  let clientId: string;
  let owner: Awaited<ReturnType<typeof buildUser>>;
  const sent: OutgoingMail[] = [];
  before(async () => {
    db = database.db;
    mailDb = await database.open({ scope: 'mail' });
    clientId = (await buildClient(db)).id;
    owner = await buildUser(db, { clientId, role: 'owner' });
  });
  beforeEach(async () => {
    sent.length = 0;
    await db.query('DELETE FROM mails');
  });

  function work({ now = new Date(), refuse = false } = {}): Promise<void> {
    const deps = {
      db: mailDb,
      keyring: testKeys.encryptionKeys,
      send: async (mail: OutgoingMail) => {
        if (refuse) throw new Error('The mail server is away');
        sent.push(mail);
      },
      base: undefined,
      logger: createLogger({ process: 'worker', level: 'silent' }),
      metrics: { countAttempt: () => undefined },
      handedOver: new Set<string>(),
      stopping: () => false,
    };
    return sendDueMails(deps, now);
  }

  const notice = () => stageMail(db, { kind: 'password_changed', userId: owner.id, clientId });
  const ask = () => stagePasswordReset(db, owner.email, {});
  const statuses = async () =>
    (await db.query<{ status: string }>('SELECT status FROM mails')).map(({ status }) => status);

  it('sends at once what was staged in a second that was tomorrow, to a person or a team', async () => {
    await notice();
    await stageMail(db, { kind: 'webhook_disabled', clientId, data: { webhook_id: 'whk_x' } });
    await db.query(`UPDATE mails SET ${TOMORROW}`);
    // Whichever clock is right: PostgreSQL's was ahead, or has gone back since.
    await work({ now: new Date(Date.now() + 2 * DAY_MS) });
    expect(sent.map(({ to }) => to)).to.deep.equal([owner.email, owner.email]);
  });

  it('sends at once what another second that was tomorrow has put off, unless the process says tomorrow, too', async () => {
    await notice();
    await notice();
    await db.query(`UPDATE mails SET attempt_count = 1, ${TOMORROW}`);
    await work({ now: new Date(Date.now() + 2 * DAY_MS) });
    expect(sent, 'another worker may have it in hand').to.deep.equal([]);
    await work();
    expect(sent.map(({ to }) => to)).to.deep.equal([owner.email, owner.email]);
  });

  it('gives no mail up by one clock alone', async () => {
    await notice();
    await work({ now: new Date(Date.now() + 3 * DAY_MS), refuse: true });
    expect(await statuses(), 'the process is ahead').to.deep.equal(['pending']);
    await db.query(`UPDATE mails SET created_at = now() - interval '25 hours', next_attempt_at = now()`);
    await work({ now: new Date(Date.now() - DAY_MS), refuse: true });
    expect(await statuses(), 'PostgreSQL is ahead').to.deep.equal(['pending']);
    await db.query('UPDATE mails SET next_attempt_at = now()');
    await work({ refuse: true });
    expect(await statuses()).to.deep.equal(['failed']);
  });

  it('deletes no mail by one clock alone', async () => {
    await notice();
    await purgeMails(mailDb, new Date(Date.now() + 10 * DAY_MS));
    expect(await statuses(), 'the process is ahead').to.have.length(1);
    await db.query(`UPDATE mails SET created_at = now() - interval '8 days'`);
    await purgeMails(mailDb, new Date(Date.now() - 8 * DAY_MS));
    expect(await statuses(), 'PostgreSQL is ahead').to.have.length(1);
    await purgeMails(mailDb);
    expect(await statuses()).to.deep.equal([]);
  });

  it('sends a link to a new password, whatever of the same person is in the future', async () => {
    for (let count = 0; count < 3; count++) {
      await ask();
      await work();
      await db.query(`UPDATE mails SET created_at = now() - interval '1 hour'`);
    }
    await notice();
    await ask();
    await work();
    sent.length = 0;
    await db.query(`UPDATE mails SET ${TOMORROW}`);
    await db.query(`UPDATE password_resets SET created_at = now() + interval '1 day'`);
    await ask();
    await work();
    expect(sent.map(({ subject, to }) => [subject, to])).to.deep.equal([
      ['Choose a new password', owner.email],
    ]);
  });
});
