import { expect } from 'chai';
import { newId } from '../../shared/domain/ids.js';
import { createLinkToken } from '../../shared/mail/link-token.js';
import { createAccounts, type TestAccounts, type TestUser } from '../support/accounts/api-accounts.js';
import { buildInvitation } from '../support/accounts/invitations.js';
import { totpCode } from '../support/accounts/totp.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { insertRow } from '../support/database/factories/insert-row.js';
import { type Answer, TestClient } from '../support/http/client.js';
import { BEFORE_COMMIT, currentApi, killAtLock } from '../support/processes/kill-at-lock.js';
import { type Service, startService } from '../support/processes/service.js';

const NEW_PASSWORD = 'another horse battery';

describe('an API that is killed while somebody changes how they sign in', function () {
  this.timeout(120_000);

  let database: TestDatabase;
  let service: Service;
  let accounts: TestAccounts;
  before(async () => {
    database = await createTestDatabase();
    service = await startService({ workers: 0, database });
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });
  beforeEach(() => {
    accounts = createAccounts(service.db, currentApi(service).client);
  });

  const at = (caller: TestClient) => caller.at(currentApi(service).url);
  const killBeforeCommit = (act: () => Promise<Answer>) =>
    killAtLock(service, database.url, BEFORE_COMMIT, act);

  it('has used up no invitation', async () => {
    const { clientId, id: invitedBy } = await accounts.createClientUser();
    const { token, email } = await buildInvitation(service.db, { clientId, invitedBy });
    const accept = () =>
      currentApi(service).client.post('/api/v1/invitations/accept', { token, password: NEW_PASSWORD });
    await killBeforeCommit(accept);
    const login = () => currentApi(service).client.post('/api/v1/login', { email, password: NEW_PASSWORD });
    expect((await login()).status).to.equal(401);
    expect((await accept()).status).to.equal(201);
    expect((await login()).status).to.equal(200);
    expect((await accept()).status, 'used up').to.equal(404);
  });

  it('has changed no password, and its link still works once', async () => {
    const user = await accounts.createClientUser();
    const token = await buildReset(user);
    const complete = () =>
      currentApi(service).client.post('/api/v1/password-resets/complete', {
        token,
        new_password: NEW_PASSWORD,
      });
    await killBeforeCommit(complete);
    const login = (password: string) =>
      currentApi(service).client.post('/api/v1/login', { email: user.email, password });
    expect((await login(user.password)).status).to.equal(200);
    expect((await complete()).status).to.equal(204);
    expect([(await login(user.password)).status, (await login(NEW_PASSWORD)).status]).to.deep.equal([
      401, 200,
    ]);
  });

  async function buildReset({ id, clientId }: TestUser): Promise<string> {
    const { token, hash } = createLinkToken();
    const expires = new Date(Date.now() + 60_000);
    const row = { id: newId(), user_id: id, client_id: clientId, token_hash: hash, expires_at: expires };
    await insertRow(service.db, 'password_resets', row);
    return token;
  }

  it('has set up no second factor, whose code and challenge still do', async () => {
    const user = await accounts.createClientUser();
    const caller = await accounts.signIn(user);
    const { secret, challenge } = (await caller.post('/api/v1/me/second-factor/totp')).body;
    const confirm = () =>
      at(caller).post('/api/v1/me/second-factor/totp/confirm', { challenge, totp: totpCode(secret) });
    await killBeforeCommit(confirm);
    const added = await confirm();
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    expect(added.body.recovery_codes).to.have.length(10);
    expect((await confirm()).status, 'again').to.equal(409);
    expect((await at(caller).get('/api/v1/me/second-factor')).status).to.equal(200);
  });

  it('has ended no session of the portal, whose use it was about to record', async () => {
    const { email, password } = await accounts.createClientUser();
    const login = { email, password, session: 'cookie' };
    const signedIn = await currentApi(service).client.post('/api/v1/login', login);
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const me = () =>
      new TestClient(currentApi(service).url, { cookie, origin: currentApi(service).url }).get('/api/v1/me');
    await service.db.query(`UPDATE sessions SET last_used_at = last_used_at - interval '14 minutes'`);
    await killAtLock(service, database.url, 'LOCK TABLE sessions IN EXCLUSIVE MODE', me);
    expect((await me()).status).to.equal(200);
    const [{ fresh } = { fresh: false }] = await service.db.query<{ fresh: boolean }>(
      `SELECT bool_and(last_used_at > now() - interval '1 minute') AS fresh FROM sessions WHERE kind = 'portal'`,
    );
    expect(fresh, 'recorded now').to.equal(true);
  });
});
