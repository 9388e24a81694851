import { expect } from 'chai';
import { createApiKey } from '../../../api/api-keys/create-api-key.js';
import { revokeApiKey } from '../../../api/api-keys/revoke-api-key.js';
import { changeUser } from '../../../shared/accounts/change-user.js';
import { createClient } from '../../../shared/accounts/create-client.js';
import { updateClient } from '../../../shared/accounts/update-client.js';
import type { Sql } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';
import { moveClientCredits } from '../../../shared/ledger/move-client-credits.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';

const BY = { actor: 'usr_00000000000000000000000000', ipAddress: '127.0.0.1' };

/** If the answer to a commit is lost, the whole transaction runs again although it was committed. */
describe('acts of staff whose commit was lost', () => {
  const database = useDatabase();
  let clientId: string;
  let userId: string;
  let staffId: string;
  before(async () => {
    clientId = (await buildClient(database.db, { balance: 0 })).id;
    userId = (await buildUser(database.db, { clientId })).id;
    staffId = (await buildUser(database.db, { clientId: null })).id;
  });
  afterEach(() => expectInvariants(database.db));

  const keyId = newId();
  const key = () => ({
    id: keyId,
    clientId,
    name: 'Machine',
    prefix: 'vk_12345678',
    hash: Buffer.alloc(32),
    createdBy: userId,
    expiresAt: null,
    scopes: ['submit' as const],
    allowedAddresses: [],
  });
  const move = { entryId: newId(), amount: 5, note: 'Note', idempotencyKey: 'once' };
  const client = { id: newId(), name: 'New', lowBalanceThreshold: 0, retentionDays: null };
  const acts: [string, (sql: Sql) => Promise<unknown>][] = [
    ['creating a client', (sql) => createClient(sql, client, BY)],
    ['suspending a client', (sql) => updateClient(sql, clientId, { suspended: true }, BY)],
    ['moving credits', (sql) => moveClientCredits(sql, { ...move, clientId }, BY)],
    ['suspending a user', (sql) => changeUser(sql, { userId, clientId, suspended: true }, BY)],
    [
      'resetting a password',
      (sql) => changeUser(sql, { userId, clientId, temporaryPasswordHash: 'a hash of its own' }, BY),
    ],
    ['promoting', (sql) => changeUser(sql, { userId: staffId, clientId: null, role: 'admin' }, BY)],
    ['making an API key', (sql) => createApiKey(sql, key(), BY)],
    ['deleting an API key', (sql) => revokeApiKey(sql, { id: keyId, clientId }, BY)],
  ];
  for (const [what, act] of acts) {
    it(`happen once: ${what}`, async () => {
      const state = () =>
        database.db.query(
          `SELECT (SELECT count(*) FROM audit_log) AS acts, (SELECT count(*) FROM clients) AS clients,
             (SELECT sum(balance) FROM wallets) AS credits, (SELECT sum(token_version) FROM users) AS versions`,
        );
      const untouched = await state();
      const first = await database.db.transaction(act);
      const once = await state();
      expect(once).not.to.deep.equal(untouched);
      expect(await database.db.transaction(act), 'the same answer').to.deep.equal(first);
      expect(await state()).to.deep.equal(once);
    });
  }
});
