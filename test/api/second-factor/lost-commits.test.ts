import { expect } from 'chai';
import { factorStep, passwordStep, setUpTotp } from '../../support/accounts/second-factor.js';
import { SoftwarePasskey } from '../../support/accounts/software-passkey.js';
import { nextTotpCode, totpCode } from '../../support/accounts/totp.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import type { Answer } from '../../support/http/client.js';
import { type CuttableApi, startCuttableApi } from '../../support/processes/cuttable-api.js';

const FACTORS = '/api/v1/me/second-factor';
const STEP_UP = '/api/v1/me/step-up';

describe('A second factor, if PostgreSQL is lost once it has committed', function () {
  this.timeout(60_000);

  let cuttable: CuttableApi;
  before(async () => {
    cuttable = await startCuttableApi();
  });
  after(() => cuttable.close());

  const createUser = () => cuttable.api.createClientUser();

  /** Loses the answer to the commit of this request. */
  async function lose(send: () => Promise<Answer>): Promise<Answer> {
    const before = cuttable.link.cuts();
    cuttable.link.cutNext('after');
    const answer = await send();
    expect(cuttable.link.cuts()).to.equal(before + 1);
    return answer;
  }

  /** How often each act was recorded, and how many mails told the user of it. */
  async function recordsOf({ id, publicId }: { id: string; publicId: string }) {
    const { db } = cuttable.api;
    const mails = await db.query(`SELECT FROM mails WHERE kind = 'factor_changed' AND user_id = $1`, [id]);
    return { acts: (await auditOf(db, publicId)).map(({ action }) => action), mails: mails.length };
  }

  const ADDED = 'user.second_factor_added';

  it('is added once, with recovery codes that work', async () => {
    const user = await createUser();
    const client = await cuttable.api.signIn(user);
    const { secret, challenge } = (await client.post(`${FACTORS}/totp`)).body;
    const added = await lose(() =>
      client.post(`${FACTORS}/totp/confirm`, { challenge, totp: totpCode(secret) }),
    );
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    expect(await recordsOf(user)).to.deep.equal({ acts: [ADDED], mails: 1 });
    const { challenge: asked } = (await passwordStep(cuttable.api, user)).body;
    const [code] = added.body.recovery_codes;
    expect((await factorStep(cuttable.api, asked, { recovery_code: code })).status).to.equal(200);
  });

  it('is added once to another, without new recovery codes', async () => {
    const { client, ...user } = await setUpTotp(cuttable.api, await createUser());
    const { challenge, passkey_options: options } = (await client.post(`${FACTORS}/passkeys`)).body;
    const passkey = new SoftwarePasskey(cuttable.api).create(options);
    const added = await lose(() => client.post(`${FACTORS}/passkeys/confirm`, { challenge, passkey }));
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    expect(added.body).to.include({ kind: 'passkey' }).and.not.to.have.property('recovery_codes');
    expect(await recordsOf(user)).to.deep.equal({ acts: [ADDED, ADDED], mails: 2 });
  });

  it('is removed once', async () => {
    const { client, factorId, ...user } = await setUpTotp(cuttable.api, await createUser());
    const removed = await lose(() => client.send('DELETE', `${FACTORS}/${factorId}`));
    expect(removed.status, JSON.stringify(removed.body)).to.equal(204);
    const acts = [ADDED, 'user.second_factor_removed'];
    expect(await recordsOf(user)).to.deep.equal({ acts, mails: 2 });
  });

  it('gets other recovery codes once', async () => {
    const { client, ...user } = await setUpTotp(cuttable.api, await createUser());
    const renewed = await lose(() => client.post(`${FACTORS}/recovery-codes`));
    expect(renewed.status).to.equal(201);
    const acts = [ADDED, 'user.recovery_codes_renewed'];
    expect(await recordsOf(user)).to.deep.equal({ acts, mails: 2 });
    const [code] = renewed.body.recovery_codes;
    expect((await client.post(STEP_UP, { recovery_code: code })).status).to.equal(200);
  });

  it('proves an identity, and its code is used up all the same', async () => {
    const { client, secret } = await setUpTotp(cuttable.api, await createUser());
    const proof = { totp: nextTotpCode(secret) };
    const proved = await lose(() => client.post(STEP_UP, proof));
    expect(proved.status, JSON.stringify(proved.body)).to.equal(200);
    expect((await client.post(STEP_UP, proof)).status).to.equal(422);
  });

  it('proves an identity with a recovery code', async () => {
    const { client, recoveryCodes } = await setUpTotp(cuttable.api, await createUser());
    const proof = { recovery_code: recoveryCodes[0] };
    expect((await lose(() => client.post(STEP_UP, proof))).status).to.equal(200);
    expect((await client.post(STEP_UP, proof)).status).to.equal(422);
  });
});
