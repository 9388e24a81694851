import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createApiKey } from '../../../api/api-keys/create-api-key.js';
import { revokeApiKey } from '../../../api/api-keys/revoke-api-key.js';
import { buildClient, buildUser } from '../../../harness/accounts.js';
import { newId } from '../../../shared/domain/ids.js';
import { useDatabase } from '../../support/database/use-database.js';

const BY = { actor: 'system' };

describe('Revoking an API key', () => {
  const used = useDatabase();

  // Row-level security would hide the other client's key: this tests the check in front of it.
  it('leaves the key of another client alone, even where the database would let it through', async () => {
    const [owner, other] = [await buildClient(used.db), await buildClient(used.db)];
    const { id: createdBy } = await buildUser(used.db, { clientId: owner.id });
    const id = newId();
    const key = {
      id,
      clientId: owner.id,
      name: 'Machine',
      prefix: `vk_${id.slice(-8)}`,
      hash: randomBytes(32),
      createdBy,
      expiresAt: null,
      scopes: ['submit' as const],
      allowedAddresses: [],
    };
    await used.db.transaction((sql) => createApiKey(sql, key, BY));
    const revoke = (clientId: string) =>
      used.db.transaction((sql) => revokeApiKey(sql, { id, clientId }, BY));

    expect(await revoke(other.id)).to.equal(false);
    expect(
      await used.db.query('SELECT FROM api_keys WHERE id = $1 AND revoked_at IS NULL', [id]),
    ).to.have.length(1);

    expect(await revoke(owner.id)).to.equal(true);
    expect(
      await used.db.query('SELECT FROM api_keys WHERE id = $1 AND revoked_at IS NULL', [id]),
    ).to.have.length(0);
  });
});
