import { expect } from 'chai';
import { resetSecondFactor } from '../../../shared/accounts/reset-second-factor.js';
import {
  type FactorUser,
  factorStep,
  passwordStep,
  setUpTotp,
} from '../../support/accounts/second-factor.js';
import { nextTotpCode, totpCode } from '../../support/accounts/totp.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const WRONG = { recovery_code: 'AAAAA-AAAAA-AAAAA-AAAAA' };

describe('the limit of wrong codes', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  async function fail(person: FactorUser, times: number): Promise<number[]> {
    const { challenge } = (await passwordStep(api, person)).body;
    const statuses: number[] = [];
    for (let tried = 0; tried < times; tried += 1)
      statuses.push((await factorStep(api, challenge, WRONG)).status);
    return statuses;
  }

  it('is not lifted by the right code of an app that is only being set up', async () => {
    const user = await api.createClientUser();
    const thief = await api.signIn(user);
    const { challenge, secret } = (await thief.post('/api/v1/me/second-factor/totp')).body;
    const confirm = () =>
      thief.post('/api/v1/me/second-factor/totp/confirm', { challenge, totp: totpCode(secret) });
    const person = await setUpTotp(api, user);
    expect(await fail(person, 9)).to.deep.equal(Array(9).fill(401));
    expect((await confirm()).status, 'its owner has set up one since').to.equal(422);
    expect(await fail(person, 2)).to.deep.equal([401, 429]);
  });

  it('keeps nobody from setting up another app once theirs was reset', async () => {
    const person = await setUpTotp(api, await api.createClientUser());
    await fail(person, 11);
    await api.db.transaction((sql) =>
      resetSecondFactor(sql, { userId: person.id, clientId: person.clientId }, { actor: 'system' }),
    );
    const again = await setUpTotp(api, person);
    const { challenge } = (await passwordStep(api, again)).body;
    const signedIn = await factorStep(api, challenge, { totp: nextTotpCode(again.secret) });
    expect(signedIn.status, 'signing in with it').to.equal(200);
  });

  it('is one of its own for each app that is set up', async () => {
    const client = await api.signIn(await api.createClientUser());
    for (let round = 0; round < 2; round += 1) {
      const { challenge, secret } = (await client.post('/api/v1/me/second-factor/totp')).body;
      const wrong = totpCode(secret) === '000000' ? '000001' : '000000';
      const confirm = (totp: string) =>
        client.post('/api/v1/me/second-factor/totp/confirm', { challenge, totp });
      const statuses = await Promise.all(
        Array.from({ length: 11 }, async () => (await confirm(wrong)).status),
      );
      expect(statuses.sort()).to.deep.equal([...Array(10).fill(422), 429]);
    }
  });
});
