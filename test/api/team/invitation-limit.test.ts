import { expect } from 'chai';
import { useApiWithoutRedis } from '../../support/without-redis.js';

const INVITATIONS = '/api/v1/team/invitations';

describe('the limit of invitations while Redis is away', () => {
  const withoutRedis = useApiWithoutRedis();

  it('is one for those that are new and those that are sent again', async () => {
    const api = withoutRedis();
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
