import { expect } from 'chai';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const TEAM = '/api/v1/team';
const ROUNDS = 30;

interface Owner {
  publicId: string;
  client: TestClient;
}

describe('the last owner of a team', function () {
  this.timeout(120_000);
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  async function teamOf(count: number): Promise<{ clientId: string; owners: Owner[] }> {
    const first = await api.createClientUser();
    const { clientId } = first;
    const others = Array.from({ length: count - 1 }, () =>
      api.createClientUser({ clientId, user: { role: 'owner' } }),
    );
    const users = [first, ...(await Promise.all(others))];
    const owners = users.map(async (user) => ({ publicId: user.publicId, client: await api.signIn(user) }));
    return { clientId, owners: await Promise.all(owners) };
  }

  /** One of the ways to lose an owner. */
  function takeAway(by: Owner, whom: Owner, way: number): Promise<{ status: number }> {
    const path = `${TEAM}/${whom.publicId}`;
    if (way === 0) return by.client.send('DELETE', path);
    const json = way === 1 ? { role: 'viewer' } : { suspended: true };
    return by.client.send('PATCH', path, { json });
  }

  const ownersLeft = async (clientId: string) =>
    (
      await api.db.query(
        `SELECT FROM users WHERE client_id = $1 AND team_role = 'owner' AND NOT suspended AND removed_at IS NULL`,
        [clientId],
      )
    ).length;

  it('stays when all owners take all of them away at once, in whichever way and order', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { clientId, owners } = await teamOf(3);
      const acts = owners.flatMap((by, i) =>
        owners.map((whom, j) => () => takeAway(by, whom, (round + i + j) % 3)),
      );
      const order = acts.map((_, i) => acts[(i * 4 + round) % acts.length] ?? acts[0]);
      const answers = await Promise.all(order.map((act) => act?.()));
      const statuses = answers.map((answer) => answer?.status ?? 0);
      expect(await ownersLeft(clientId), `${round}: ${statuses}`).to.equal(1);
      for (const status of statuses) expect(status).to.be.oneOf([200, 204, 401, 403, 404, 409]);
    }
  });
});
