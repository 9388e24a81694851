import { expect } from 'chai';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { calledKey } from '../../../shared/witness/keys.js';
import { REVOKED } from '../../../shared/witness/scripts.js';
import { readCalls, readVerification } from '../../support/checks/read-state.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testRedis } from '../../support/redis/redis.js';
import { buildReview, REVIEWS, type Reviewer, signInReviewer } from './desk.js';

const WRITE_OFF = { decision: 'requeue', note: 'Nothing is charged', provider_confirmed_no_charge: true };

describe('the right to send a call that support writes off', () => {
  let api: TestApi;
  let redis: Relay;
  let reviewer: Reviewer;
  before(async () => {
    redis = await startRelay(testRedis().url);
    api = await startApi({ redisUrl: redis.url });
    reviewer = await signInReviewer(api);
  });
  after(async () => {
    await api.close();
    await redis.close();
  });

  /** A case, with a call that its worker has noted at the witness. */
  async function review() {
    const built = await buildReview(api);
    const checkId = built.checks[0]?.id ?? '';
    const [call] = await readCalls(api.db, checkId);
    await api.deps.redis.set(calledKey(checkId), call?.id ?? '');
    const writeOff = () => reviewer.client.post(`${REVIEWS}/${built.requestId}/resolution`, WRITE_OFF);
    return { id: built.id, checkId, callId: call?.id, writeOff };
  }

  it('is withdrawn before', async () => {
    const { checkId, callId, writeOff } = await review();
    expect((await writeOff()).status).to.equal(200);
    expect(await api.deps.redis.get(calledKey(checkId))).to.equal(`${REVOKED}${callId}`);
  });

  it('has to be withdrawn first: without Redis, nothing is written off', async () => {
    const { id, checkId, writeOff } = await review();
    redis.sever();
    const { status, body } = await writeOff();
    redis.restore();
    expect(status).to.equal(409);
    expect(body.message).to.include('Redis');
    expect(await readVerification(api.db, id)).to.include({ status: 'manual_review' });
    expect((await readCalls(api.db, checkId)).map(({ state }) => state)).to.not.include('written_off');
  });
});
