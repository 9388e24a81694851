import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { calledKey, calledSinceKey, REMEMBERED_SECONDS } from '../../../shared/witness/keys.js';
import { openWitness, type Witness } from '../../../shared/witness/witness.js';
import type { WitnessState } from '../../../shared/witness/witnessed-history.js';
import { testRedisUrl } from '../../support/redis/redis.js';

describe('The second witness', () => {
  let redis: Redis;
  let witness: Witness;
  const state: WitnessState = {
    history: newId(),
    systemIdentifier: '7300000000000000001',
    timeline: 3,
    epoch: newId(),
    runId: 'run',
    evicted: '0',
    position: '9007199254740991',
    startedAt: '1795305600.123456',
    adopting: false,
  };
  const historyId = state.history;
  const [checkId, callId] = [newId(), newId()];

  before(async () => {
    redis = connectForCommands(testRedisUrl());
    await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
    witness = openWitness(redis);
  });
  beforeEach(async () => {
    await redis.flushdb();
    await witness.begin(undefined, state);
  });
  after(() => redis.disconnect());

  it('keeps what it goes with, as it was given', async () => {
    expect(await witness.read()).to.deep.equal(state);
    const { runId, evicted } = await witness.process();
    expect(runId).to.match(/^[0-9a-f]{40}$/);
    expect(evicted).to.match(/^[0-9]+$/);
  });

  it('begins once, however many find it out of date', async () => {
    const next = { ...state, epoch: newId() };
    const begun = await Promise.all([1, 2, 3].map(() => witness.begin(state, next)));
    expect(begun).to.have.members([true, false, false]);
  });

  it('does not begin for who looked before an adoption that kept the epoch', async () => {
    const adopted = { ...state, history: newId(), adopting: true };
    expect(await witness.begin(state, adopted)).to.equal(true);
    expect(await witness.begin(state, { ...state, epoch: newId() })).to.equal(false);
    expect(await witness.read()).to.deep.equal(adopted);
    expect(await witness.begin(adopted, { ...adopted, adopting: false })).to.equal(true);
    expect(await witness.begin(adopted, { ...adopted, adopting: false })).to.equal(false);
  });

  it('remembers the furthest position of its epoch only', async () => {
    const { startedAt } = state;
    await witness.begin(state, { ...state, position: '10' });
    await witness.seePosition(state, { startedAt, position: '30' });
    await witness.seePosition(state, { startedAt, position: '20' });
    await witness.seePosition({ ...state, epoch: newId() }, { startedAt, position: '40' });
    expect((await witness.read())?.position).to.equal('30');
  });

  it('takes the position of another start of the server only from who compared with the furthest', async () => {
    const before = { ...state, position: '10' };
    const restarted = { startedAt: '1795305700.5', position: '50' };
    await witness.begin(state, before);
    await witness.seePosition(before, { ...before, position: '30' });
    await witness.seePosition(before, restarted);
    expect(await witness.read()).to.include({ position: '30', startedAt: state.startedAt });
    await witness.seePosition({ ...before, position: '30' }, restarted);
    expect(await witness.read()).to.include(restarted);
  });

  it('notes a call for three days, and the same call again', async () => {
    const call = { checkId, callId, historyId };
    expect(await witness.noteCall(call)).to.deep.equal({ kind: 'noted' });
    expect(await witness.noteCall(call)).to.deep.equal({ kind: 'noted' });
    expect(await redis.ttl(calledKey(checkId))).to.be.within(REMEMBERED_SECONDS - 5, REMEMBERED_SECONDS);
  });

  it('notes a simulated call for an hour, and does not tell a fresh witness of it', async () => {
    const call = { checkId: newId(), callId, historyId };
    expect(await witness.noteCall({ ...call, simulated: true })).to.deep.equal({ kind: 'noted' });
    expect(await witness.mayStillSend(call)).to.equal(true);
    expect(await redis.ttl(calledKey(call.checkId))).to.be.within(3_595, 3_600);
    await redis.flushdb();
    await witness.remember();
    expect(await redis.exists(calledKey(call.checkId))).to.equal(0);
  });

  it('tells that it may have forgotten calls with time, whatever its clock did', async () => {
    const { epoch } = state;
    expect(await witness.remembersSince(epoch, 7)).to.equal(false);
    expect(await witness.markHour(epoch, 7, null)).to.equal(true);
    expect(await witness.remembersSince(epoch, 7)).to.equal(true);
    expect(await witness.remembersSince(newId(), 7)).to.equal(false);
    expect(await witness.markHour(newId(), 8, null)).to.equal(false);
    // Its clock has been set back since.
    await redis.expire(calledSinceKey(7), REMEMBERED_SECONDS + 60);
    expect(await witness.remembersSince(epoch, 7)).to.equal(false);
  });

  it('marks an hour once, and only while the mark of the hour before is there', async () => {
    const { epoch } = state;
    await witness.markHour(epoch, 7, null);
    await redis.expire(calledSinceKey(7), 100);
    await witness.markHour(epoch, 7, null);
    expect(await redis.ttl(calledSinceKey(7))).to.be.at.most(100);
    expect(await witness.markHour(epoch, 8, 7)).to.equal(true);
    await redis.del(calledSinceKey(8));
    expect(await witness.markHour(epoch, 9, 8)).to.equal(false);
    expect(await witness.markHour(epoch, 8, 8), 'nor is it put back').to.equal(false);
    expect(await witness.remembersSince(epoch, 9)).to.equal(false);
  });

  it('notes one of two calls of a check, and names it to the other', async () => {
    await witness.noteCall({ checkId, callId, historyId });
    const second = { checkId, callId: newId(), historyId };
    expect(await witness.noteCall(second)).to.deep.equal({ kind: 'known', callId });
    expect(await witness.noteCall({ ...second, replacing: callId })).to.deep.equal({ kind: 'noted' });
  });

  it('notes nothing for another history', async () => {
    expect(await witness.noteCall({ checkId, callId, historyId: newId() })).to.deep.equal({
      kind: 'history',
    });
    expect(await redis.exists(calledKey(checkId))).to.equal(0);
  });

  it('lets only the call be sent that it noted, until that is revoked', async () => {
    const call = { checkId, callId, historyId };
    expect(await witness.mayStillSend(call)).to.equal(false);
    await witness.noteCall(call);
    expect(await witness.mayStillSend(call)).to.equal(true);
    expect(await witness.mayStillSend({ ...call, callId: newId() })).to.equal(false);
    expect(await witness.revoke(checkId, newId())).to.equal(false);
    expect(await witness.revoke(checkId, callId)).to.equal(true);
    expect(await witness.mayStillSend(call)).to.equal(false);
  });

  it('lets no call of another history be sent, also when its worker has told one that forgot its revocation', async () => {
    const call = { checkId, callId, historyId };
    await witness.noteCall(call);
    await witness.revoke(checkId, callId);
    await redis.flushdb();
    await witness.begin(undefined, { ...state, history: newId() });
    await witness.remember();
    expect(await redis.get(calledKey(checkId))).to.equal(callId);
    expect(await witness.mayStillSend(call)).to.equal(false);
  });

  it('still remembers a call that was revoked, and gives it no right again', async () => {
    await witness.noteCall({ checkId, callId, historyId });
    await witness.revoke(checkId, callId);
    expect(await witness.callsOf([checkId, newId()])).to.deep.equal([callId, undefined]);
    expect(await redis.ttl(calledKey(checkId)), 'for as long as any').to.be.within(1, REMEMBERED_SECONDS);
    for (const replacing of [undefined, callId]) {
      const again = await witness.noteCall({ checkId, callId, historyId, replacing });
      expect(again).to.deep.equal({ kind: 'known', callId });
    }
    const next = { checkId, callId: newId(), historyId, replacing: callId };
    expect(await witness.noteCall(next)).to.deep.equal({ kind: 'noted' });
  });

  it('does not count as told of calls that it did not take', async () => {
    await witness.noteCall({ checkId, callId, historyId });
    const { pipeline } = redis;
    // As by one that has no memory left: ioredis itself tells of it in the result alone.
    const exec = async () => [[new Error('OOM'), null]];
    redis.pipeline = () => Object.assign(pipeline.call(redis), { exec });
    const refused = await witness.remember().catch((error) => error);
    redis.pipeline = pipeline;
    expect(refused).to.be.instanceOf(Error).with.property('message', 'OOM');
    await witness.remember();
  });

  it('forgets the call that was not made, and no other', async () => {
    await witness.noteCall({ checkId, callId, historyId });
    await witness.forget(checkId, newId());
    expect(await witness.callsOf([checkId])).to.deep.equal([callId]);
    await redis.flushdb();
    await witness.remember();
    expect(await witness.callsOf([checkId])).to.deep.equal([callId]);
    await witness.forget(checkId, callId);
    await witness.remember();
    expect(await witness.callsOf([checkId])).to.deep.equal([undefined]);
  });
});
