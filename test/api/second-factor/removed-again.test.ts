import { expect } from 'chai';
import { setUpTotp } from '../../support/accounts/second-factor.js';
import { SoftwarePasskey } from '../../support/accounts/software-passkey.js';
import { nextTotpCode, totpCode } from '../../support/accounts/totp.js';
import type { Answer } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const OWN = '/api/v1/me/second-factor';

describe('a second factor that was removed', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  function expectOver(answer: Answer): void {
    expect(answer.status, JSON.stringify(answer.body)).to.equal(422);
    expect(answer.body.errors[0]).to.include({ field: 'challenge', code: 'invalid_challenge' });
  }

  it('does not come back by the set-up that stored it: an app, whatever code it shows', async () => {
    const client = await api.signIn(await api.createClientUser());
    const { secret, challenge } = (await client.post(`${OWN}/totp`)).body;
    const confirm = (totp: string) => client.post(`${OWN}/totp/confirm`, { challenge, totp });
    const added = await confirm(totpCode(secret));
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    // While it is there, sending it again says so.
    expect((await confirm(nextTotpCode(secret))).status).to.equal(409);
    expect((await client.send('DELETE', `${OWN}/${added.body.factor_id}`)).status).to.equal(204);
    expectOver(await confirm(nextTotpCode(secret)));
    expect((await client.get(OWN)).body.factors).to.deep.equal([]);
  });

  it('does not come back by the set-up that stored it: a passkey beside an app', async () => {
    const { client } = await setUpTotp(api, await api.createClientUser());
    const { challenge, passkey_options: options } = (await client.post(`${OWN}/passkeys`)).body;
    const passkey = new SoftwarePasskey(api).create(options);
    const confirm = () => client.post(`${OWN}/passkeys/confirm`, { challenge, passkey });
    const added = await confirm();
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    expect((await client.send('DELETE', `${OWN}/${added.body.factor_id}`)).status).to.equal(204);
    expectOver(await confirm());
    expect((await client.get(OWN)).body.factors).to.have.length(1);
  });
});
