import { expect } from 'chai';
import { resetSecondFactor } from '../../../shared/accounts/reset-second-factor.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { type FactorUser, setUpTotp } from '../../support/accounts/second-factor.js';
import { SoftwarePasskey } from '../../support/accounts/software-passkey.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import type { Answer } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const OWN = '/api/v1/me/second-factor';

describe('second factors that are reset while a request with a token of before waits', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  /** Resets the factors in a transaction that commits once the request waits for it. */
  async function resetBefore(user: TestUser, send: () => Promise<Answer>): Promise<Answer> {
    const { db } = api;
    const sending = await db.transaction(async (sql) => {
      const change = { userId: user.id, clientId: user.clientId };
      expect(await resetSecondFactor(sql, change, { actor: 'system' })).to.equal('reset');
      const sent = send();
      await untilBlocked(db, { query: 'SELECT FROM users%' });
      return { sent };
    });
    return sending.sent;
  }

  const REQUESTS: Readonly<Record<string, (user: FactorUser) => Promise<() => Promise<Answer>>>> = {
    'adds no passkey, which would sign in alone': async ({ client }) => {
      const { challenge, passkey_options: options } = (await client.post(`${OWN}/passkeys`)).body;
      const passkey = new SoftwarePasskey(api).create(options);
      return () => client.post(`${OWN}/passkeys/confirm`, { challenge, passkey });
    },
    'removes nothing':
      async ({ client, factorId }) =>
      () =>
        client.send('DELETE', `${OWN}/${factorId}`),
    'makes no recovery codes':
      async ({ client }) =>
      () =>
        client.post(`${OWN}/recovery-codes`),
  };

  for (const [name, begin] of Object.entries(REQUESTS)) {
    it(name, async () => {
      const user = await setUpTotp(api, await api.createClientUser());
      const answer = await resetBefore(user, await begin(user));
      expect(answer.status, JSON.stringify(answer.body)).to.equal(401);
      for (const table of ['second_factors', 'recovery_codes'])
        expect(await api.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [user.id])).to.deep.equal([]);
    });
  }
});
