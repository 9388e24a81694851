import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createApiKey } from '../../../api/api-keys/create-api-key.js';
import { rotateApiKey } from '../../../api/api-keys/rotate-api-key.js';
import { createInvitation, renewInvitation } from '../../../api/team/keep-invitations.js';
import { newId } from '../../../shared/domain/ids.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { atClock } from '../../support/time/wrong-clock.js';

const HOUR_MS = 3_600_000;
const BY = { actor: 'system' };

describe('what PostgreSQL, with a clock that is a day ahead, is asked to end', () => {
  const database = useDatabase();

  /** As far as two clocks differ, it makes no difference which of them is wrong. */
  async function hoursLeft(write: () => Promise<Date | undefined>): Promise<number> {
    const end = await atClock(-24 * HOUR_MS, write);
    return Math.round(((end?.getTime() ?? Number.NaN) - Date.now()) / HOUR_MS) + 24;
  }

  it('is an invitation after its 72 hours by the other clock, sent again or not', async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const invitation = {
      id: newId(),
      clientId,
      email: `${newId()}@example.test`,
      name: null,
      role: 'viewer',
    } as const;
    const created = await hoursLeft(() =>
      db.transaction(async (sql) => {
        const result = await createInvitation(sql, { ...invitation, tokenHash: randomBytes(32) }, BY);
        return typeof result === 'string' ? undefined : result.row.expires_at;
      }),
    );
    const again = await hoursLeft(() =>
      db.transaction(async (sql) => {
        const result = await renewInvitation(sql, { ...invitation, tokenHash: randomBytes(32) }, BY);
        return result?.row.expires_at;
      }),
    );
    expect({ created, again }).to.deep.equal({ created: 72, again: 72 });
  });

  it('is the secret of a key that was replaced after its 24 hours by the other clock', async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const id = newId();
    const secret = () => ({ id, clientId, prefix: 'vk_test_0000', hash: randomBytes(32) });
    const { id: createdBy } = await buildUser(db, { clientId });
    const key = { ...secret(), name: 'Key', createdBy, expiresAt: null, scopes: [], allowedAddresses: [] };
    await db.transaction((sql) => createApiKey(sql, key, BY));
    const left = await hoursLeft(async () => {
      expect(await db.transaction((sql) => rotateApiKey(sql, secret(), BY))).to.equal('rotated');
      const [replaced] = await db.query<{ ends_at: Date }>(
        'SELECT ends_at FROM replaced_api_keys WHERE api_key_id = $1',
        [id],
      );
      return replaced?.ends_at;
    });
    expect(left).to.equal(24);
  });
});
