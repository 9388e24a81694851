import { expect } from 'chai';
import type { Database } from '../../../shared/db/database.js';
import { createLogger } from '../../../shared/logger.js';
import { stageMail, stagePasswordReset } from '../../../shared/mail/stage-mail.js';
import { sendDueMails } from '../../../worker/mail/send-due-mails.js';
import type { SendMail } from '../../../worker/mail/transport.js';
import { buildInvitation } from '../../support/accounts/invitations.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testKeys } from '../../support/processes/keys.js';
import { atClock } from '../../support/time/wrong-clock.js';

describe('a mail whose link ends while it waits', () => {
  const database = useDatabase();
  let db: Database;
  let mailDb: Database;
  let clientId: string;
  let sentTo: string[];
  before(async () => {
    db = database.db;
    mailDb = await database.open({ scope: 'mail' });
    clientId = (await buildClient(db)).id;
  });
  beforeEach(async () => {
    sentTo = [];
    await db.query('DELETE FROM mails');
  });

  const take: SendMail = async ({ to }) => void sentTo.push(to);
  const refuse: SendMail = () => Promise.reject(new Error('not now'));
  const work = async (send: SendMail): Promise<void> => {
    await db.query('UPDATE mails SET next_attempt_at = now()');
    await sendDueMails({
      db: mailDb,
      keyring: testKeys.encryptionKeys,
      send,
      base: undefined,
      logger: createLogger({ process: 'worker', level: 'silent' }),
      metrics: { countAttempt: () => undefined },
      handedOver: new Set(),
      stopping: () => false,
    });
  };
  const person = (role: 'owner' | 'submitter') => buildUser(db, { clientId, role });
  const mails = () =>
    db.query<{ kind: string; status: string; secret_sealed: Buffer | null }>(
      'SELECT kind, status, secret_sealed FROM mails ORDER BY created_at, id',
    );

  interface Invited {
    id: string;
    owner: string;
  }
  const ends: [string, (invited: Invited) => Promise<unknown>][] = [
    [
      'was withdrawn',
      ({ id }) => db.query('UPDATE invitations SET withdrawn_at = now() WHERE id = $1', [id]),
    ],
    [
      'was accepted',
      ({ id, owner }) => db.query('UPDATE invitations SET accepted_by = $2 WHERE id = $1', [id, owner]),
    ],
    ['has expired', ({ id }) => db.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [id])],
    [
      'has a newer link',
      ({ id }) => db.query(`UPDATE invitations SET token_hash = sha256('newer') WHERE id = $1`, [id]),
    ],
    [
      'is of somebody who may not invite any more',
      ({ owner }) => db.query('UPDATE users SET suspended = true WHERE id = $1', [owner]),
    ],
  ];
  for (const [how, end] of ends) {
    it(`is not sent: an invitation that ${how}`, async () => {
      const { id: owner } = await person('owner');
      const other = await buildInvitation(db, { clientId, invitedBy: (await person('owner')).id });
      const { id } = await buildInvitation(db, { clientId, invitedBy: owner });
      await work(refuse);
      await end({ id, owner });
      await work(take);
      expect(sentTo, 'only what still leads somewhere').to.deep.equal([other.email]);
      const [, ended] = await mails();
      expect(ended).to.deep.equal({ kind: 'invitation', status: 'dropped', secret_sealed: null });
    });
  }

  for (const [how, change] of [
    ['was used up', 'used_at = now()'],
    ['is too old', 'expires_at = now()'],
  ]) {
    it(`is not sent: a link to a new password that ${how}`, async () => {
      const { id, email } = await person('submitter');
      await stagePasswordReset(db, email, {});
      await work(refuse);
      await db.query(`UPDATE password_resets SET ${change} WHERE user_id = $1`, [id]);
      await work(take);
      expect(sentTo).to.deep.equal([]);
      const [ended] = await mails();
      expect(ended).to.deep.equal({ kind: 'password_reset', status: 'dropped', secret_sealed: null });
    });
  }

  it('is sent all the same if only the worker’s clock says that it has ended: what is dropped is gone', async () => {
    const invitation = await buildInvitation(db, { clientId, invitedBy: (await person('owner')).id });
    const { email } = await person('submitter');
    await stagePasswordReset(db, email, {});
    await work(refuse);
    await atClock(73 * 3_600_000, () => work(take));
    expect(sentTo).to.have.members([invitation.email, email]);
  });

  it('has none made: the password was changed after somebody wished for a link to a new one', async () => {
    const { id, email } = await person('submitter');
    await stagePasswordReset(db, email, {});
    await db.query(`UPDATE mails SET created_at = created_at - interval '1 second'`);
    await stageMail(db, { kind: 'password_changed', userId: id, clientId });
    await work(take);
    expect((await mails()).map(({ kind, status }) => `${kind} ${status}`)).to.deep.equal([
      'password_reset dropped',
      'password_changed sent',
    ]);
    await db.query(`UPDATE mails SET created_at = created_at - interval '2 minutes'`);
    await stagePasswordReset(db, email, {});
    await work(take);
    expect((await mails()).at(-1)).to.include({ kind: 'password_reset', status: 'sent' });
  });
});
