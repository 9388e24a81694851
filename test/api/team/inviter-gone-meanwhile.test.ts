import { expect } from 'chai';
import type { Request, Response } from 'express';
import { HashSlots } from '../../../api/auth/hash-slots.js';
import { acceptInvitation } from '../../../api/team/accept-invitation.js';
import { buildInvitation } from '../../support/accounts/invitations.js';
import { buildUser } from '../../support/database/factories.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import type { Answer } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

class RolledBack extends Error {}

describe('an invitation whose sender is suspended while it is being accepted', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('opens no account', async () => {
    const { db } = api;
    const { id: invitedBy, clientId } = await api.createClientUser();
    const { token, email } = await buildInvitation(db, { clientId, invitedBy });
    let accepting: Promise<Answer> | undefined;
    // Somebody else seems to take the address, so that the request waits behind everything it asked first.
    const taking = db.transaction(async (sql) => {
      await buildUser(sql, { clientId, email });
      accepting = api.client.post('/api/v1/invitations/accept', { token, password: 'correct horse battery' });
      await untilBlocked(db, { query: 'INSERT INTO users%' });
      await db.query('UPDATE users SET suspended = true WHERE id = $1', [invitedBy]);
      throw new RolledBack();
    });
    await taking.catch((error: unknown) => expect(error).to.be.instanceOf(RolledBack));
    expect((await accepting)?.status).to.equal(404);
    expect(await db.query('SELECT FROM users WHERE email = $1', [email])).to.deep.equal([]);
  });

  it('opens none for an administrator’s either, suspended while the password waited for its turn', async () => {
    const { db } = api;
    const { clientId } = await api.createClientUser();
    const { id: invitedBy } = await api.createStaff('admin');
    const { token, email } = await buildInvitation(db, { clientId, invitedBy });
    class Busy extends HashSlots {
      override async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
        await db.query('UPDATE users SET suspended = true WHERE id = $1', [invitedBy]);
        return super.run(lane, work);
      }
    }
    const accept = acceptInvitation(api.deps, new Busy());
    const body = { token, password: 'correct horse battery' };
    const refused = await Promise.resolve(
      accept({ body, query: {} } as Request, {} as Response, () => undefined),
    ).catch((error: unknown) => error);
    expect(refused).to.include({ httpStatus: 404 });
    expect(await db.query('SELECT FROM users WHERE email = $1', [email])).to.deep.equal([]);
  });
});
