import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { Database, Sql } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { purgeLinks } from '../../../worker/mail/purge-links.js';
import { purgeMails } from '../../../worker/mail/purge-mails.js';
import { buildInvitation } from '../../support/accounts/invitations.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import { useDatabase } from '../../support/database/use-database.js';

const DAY_MS = 24 * 60 * 60_000;

describe('the links of mails that have ended', () => {
  const database = useDatabase();
  let mailDb: Database;
  let clientId: string;
  let userId: string;
  before(async () => {
    mailDb = await database.open({ scope: 'mail' });
    clientId = (await buildClient(database.db)).id;
    userId = (await buildUser(database.db, { clientId })).id;
  });

  /** An invitation and a reset that ended this long ago. */
  async function build(daysAgo: number): Promise<string[]> {
    const { db } = database;
    const { id } = await buildInvitation(db, { clientId, invitedBy: userId });
    const expiresAt = new Date(Date.now() - daysAgo * DAY_MS);
    await db.query('UPDATE invitations SET expires_at = $2 WHERE id = $1', [id, expiresAt]);
    const reset = { id: newId(), user_id: userId, client_id: clientId, token_hash: randomBytes(32) };
    await insertRow(db, 'password_resets', { ...reset, expires_at: expiresAt });
    return [id, reset.id];
  }

  async function left(): Promise<string[]> {
    const rows = await database.db.query<{ id: string }>(
      'SELECT id FROM invitations UNION ALL SELECT id FROM password_resets',
    );
    return rows.map(({ id }) => id);
  }

  it('are deleted after 90 days by both clocks, accepted or not, and not a day before', async () => {
    const kept = [...(await build(89)), ...(await build(-2))];
    const [accepted = ''] = await build(91);
    await database.db.query('UPDATE invitations SET accepted_by = $2 WHERE id = $1', [accepted, userId]);
    const all = await left();
    expect(all).to.have.length(6);
    await purgeLinks(mailDb, new Date(Date.now() - 2 * DAY_MS));
    expect(await left(), 'PostgreSQL is ahead').to.have.members(all);
    await purgeLinks(mailDb, new Date(Date.now() + DAY_MS * 365));
    expect(await left(), 'the process is ahead').to.have.members(kept);
  });

  it('are deleted although invitations cannot be, and mails in batches, until the worker is to stop', async () => {
    const { db } = database;
    const [invitation = '', reset = ''] = await build(91);
    const failing: Sql = {
      query: async (text, values) => {
        if (text.includes('FROM invitations')) throw Object.assign(new Error('damaged'), { code: 'XX001' });
        return mailDb.query(text, values);
      },
    };
    const refused = await purgeLinks(failing).catch((error) => error);
    expect(refused).to.have.property('code', 'XX001');
    expect(await left())
      .to.include(invitation)
      .and.not.include(reset);

    await db.query(
      `INSERT INTO mails (id, client_id, kind, created_at)
       SELECT gen_random_uuid(), $1, 'review_decided', now() - interval '8 days' FROM generate_series(1, 1100)`,
      [clientId],
    );
    const count = async () => (await db.query(`SELECT FROM mails WHERE kind = 'review_decided'`)).length;
    const looks = [false, true];
    await purgeMails(mailDb, new Date(), () => looks.shift() ?? true);
    expect(await count(), 'after one batch').to.equal(600);
    await purgeMails(mailDb);
    expect(await count()).to.equal(0);
  });

  it('stay if they are sent again while the purge waits for them', async () => {
    const { db } = database;
    const { id } = await buildInvitation(db, { clientId, invitedBy: userId });
    await db.query(`UPDATE invitations SET expires_at = now() - interval '91 days' WHERE id = $1`, [id]);
    let purging: Promise<void> | undefined;
    await db.transaction(async (sql) => {
      await sql.query(`UPDATE invitations SET expires_at = now() + interval '3 days' WHERE id = $1`, [id]);
      // In a scope with every row, as everywhere where row-level security is off: no policy helps.
      purging = purgeLinks(db);
      await untilBlocked(db, { query: 'DELETE FROM invitations%' });
    });
    await purging;
    expect(await left()).to.include(id);
  });
});
