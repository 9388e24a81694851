import { expect } from 'chai';
import { PER_CLIENT } from '../../../api/team/invitation-limit.js';
import { expectError } from '../../support/http/shapes.js';
import type { CutMoment } from '../../support/network/cutting-proxy.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { startCuttableApi } from '../../support/processes/cuttable-api.js';
import { useApiWithoutRedis } from '../../support/processes/without-redis.js';

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

describe('the invitations of a client', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  it('are limited, whoever they go to, and hold up nobody else', async () => {
    const [owner, other] = [
      await api.signIn(await api.createClientUser()),
      await api.signIn(await api.createClientUser()),
    ];
    const invite = (place: number, by = owner) =>
      by.post(INVITATIONS, { email: `newcomer-${place}@example.test`, role: 'viewer' });
    const places = Array.from({ length: PER_CLIENT.points }, (_, place) => place);
    for (const { status } of await Promise.all(places.map((place) => invite(place)))) {
      expect(status).to.equal(201);
    }
    const refused = await invite(PER_CLIENT.points);
    expectError(refused, { httpStatus: 429, status: 'rate_limited' });
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 3_600);
    expect((await owner.get(INVITATIONS)).body.data).to.have.length(PER_CLIENT.points);
    expect((await invite(PER_CLIENT.points, other)).status).to.equal(201);
  });
});

describe('an invitation whose connection to PostgreSQL is lost at the commit', () => {
  for (const moment of ['before', 'after'] as const satisfies CutMoment[]) {
    it(`is counted once, recorded once and sent once, whether new or sent again: ${moment} it was done`, async () => {
      const { api, link, close } = await startCuttableApi();
      try {
        const owner = await api.signIn(await api.createClientUser());
        const cutting = (path: string, body?: object) => {
          link.cutNext(moment);
          return owner.post(path, body);
        };
        const made = await cutting(INVITATIONS, { email: 'newcomer@example.test', role: 'viewer' });
        const resend = `${INVITATIONS}/${made.body.invitation_id}/resend`;
        const again = await cutting(resend);
        expect([made.status, again.status]).to.deep.equal([201, 200]);
        expect(link.cuts()).to.equal(2);
        const mails = await api.db.query(`SELECT FROM mails WHERE kind = 'invitation'`);
        expect(mails).to.have.length(2);
        const audited = await api.db.query(`SELECT FROM audit_log WHERE action LIKE 'invitation.%'`);
        expect(audited).to.have.length(2);
        const statuses: number[] = [];
        for (let round = 0; round < 4; round += 1) statuses.push((await owner.post(resend)).status);
        expect(statuses).to.deep.equal([200, 200, 200, 429]);
      } finally {
        await close();
      }
    });
  }
});
