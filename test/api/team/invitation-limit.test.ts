import { expect } from 'chai';
import { type OwnServer, startOwnRedis } from '../../../harness/own-servers.js';
import { waitFor } from '../../../harness/wait-for.js';
import { startApi, type TestApi } from '../../support/app.js';

const INVITATIONS = '/api/v1/team/invitations';

describe('the limit of invitations while Redis is away', () => {
  let redis: OwnServer;
  let api: TestApi;
  before(async () => {
    redis = await startOwnRedis();
    api = await startApi({ redisUrl: redis.url });
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
    await redis.crash();
  });
  after(async () => {
    await api.close();
    await redis.remove();
  });

  it('is one for those that are new and those that are sent again', async () => {
    const owner = await api.signIn(await api.createClientUser());
    const invite = () => owner.post(INVITATIONS, { email: 'newcomer@example.test', role: 'viewer' });
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { status, body } = await invite();
      const again = await owner.post(`${INVITATIONS}/${body.invitation_id}/resend`);
      statuses.push(status, again.status);
      await owner.send('DELETE', `${INVITATIONS}/${body.invitation_id}`);
    }
    expect(statuses).to.deep.equal([201, 200, 201, 200, 201, 429]);
  });
});
