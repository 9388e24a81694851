import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { newId } from '../../../shared/domain/ids.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { openAcknowledgements } from '../../../shared/witness/acknowledgements.js';
import { ACKNOWLEDGED_KEYS, REMEMBERED_SECONDS } from '../../../shared/witness/keys.js';
import { RecentAcknowledgements } from '../../../shared/witness/recent-acknowledgements.js';
import { openWitness } from '../../../shared/witness/witness.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const DATABASE = { historyId: newId(), systemIdentifier: '7300000000000000001', timeline: 3 };

describe('Acknowledged requests', () => {
  it('are told by the process to a witness that has forgotten them, in their order', async () => {
    const redis = connectForCommands(testRedisUrl());
    try {
      await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
      await redis.flushdb();
      const acknowledgements = openAcknowledgements(redis);
      const [first, second, third] = [newId(), newId(), newId()];
      await acknowledgements.note(DATABASE, [first, second]);
      await acknowledgements.note(DATABASE, [third]);
      await redis.flushdb();
      await acknowledgements.remember();
      expect(await acknowledgements.last()).to.deep.equal([third, second, first]);
      const pages = [];
      for await (const page of acknowledgements.pages()) pages.push(...page.requestIds);
      expect(pages).to.have.members([first, second, third]);
    } finally {
      redis.disconnect();
    }
  });

  it('are refused, while a database is being adopted, of any other server or timeline', async () => {
    const redis = connectForCommands(testRedisUrl());
    try {
      await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
      await redis.flushdb();
      const { systemIdentifier, timeline } = DATABASE;
      const state = {
        systemIdentifier,
        timeline,
        history: newId(),
        epoch: newId(),
        position: '1',
        startedAt: '1',
      };
      const process = { runId: 'run', evicted: '0' };
      await openWitness(redis).begin(undefined, { ...state, ...process, adopting: true });
      const { note } = openAcknowledgements(redis);
      expect(await note(DATABASE, [newId()]), 'it does not know its history yet').to.equal('noted');
      for (const other of [{ systemIdentifier: '7300000000000000002' }, { timeline: 2 }]) {
        expect(await note({ ...DATABASE, ...other }, [newId()])).to.equal('superseded');
      }
      const [hour = ''] = await redis.keys(`${ACKNOWLEDGED_KEYS}*`);
      expect(await redis.scard(hour)).to.equal(1);
      expect(await redis.ttl(hour), 'no longer than it promises, and an hour').to.be.within(
        REMEMBERED_SECONDS,
        REMEMBERED_SECONDS + 3_600,
      );
    } finally {
      redis.disconnect();
    }
  });

  it('do not count as told when the witness does not take all of them', async () => {
    const redis = connectForCommands(testRedisUrl());
    try {
      await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
      await redis.flushdb();
      const acknowledgements = openAcknowledgements(redis);
      await acknowledgements.note(DATABASE, [newId()]);
      const [hour = ''] = await redis.keys(`${ACKNOWLEDGED_KEYS}*`);
      await redis.set(hour, 'something that is no set');
      const refused = await acknowledgements.remember().catch((error) => error);
      expect(refused)
        .to.be.instanceOf(Error)
        .with.property('message')
        .that.matches(/WRONGTYPE/);
    } finally {
      redis.disconnect();
    }
  });

  it('are found again, newest first, whatever clock the processes that noted them went by', async () => {
    const redis = connectForCommands(testRedisUrl());
    const now = Date.now;
    try {
      await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
      await redis.flushdb();
      const acknowledgements = openAcknowledgements(redis);
      const noted = [];
      for (const daysAhead of [-2_000, -5, 0, 1, 2_000]) {
        const id = newId();
        Date.now = () => now() + daysAhead * 86_400_000;
        await acknowledgements.note(DATABASE, [id]);
        noted.unshift(id);
      }
      Date.now = now;
      const pages = [];
      for await (const page of acknowledgements.pages()) pages.push(...page.requestIds);
      expect(pages).to.deep.equal(noted);
    } finally {
      Date.now = now;
      redis.disconnect();
    }
  });

  it('are told late a second at a time, in their order, however often they were refused before', () => {
    const untold = new RecentAcknowledgements(Number.POSITIVE_INFINITY);
    untold.add(1, ['a']);
    untold.add(2, ['b']);
    for (let looks = 0; looks < 3; looks += 1) {
      const oldest = untold.takeOldest();
      untold.add(2, [`c${looks}`]);
      if (oldest !== undefined) untold.putBack(oldest);
    }
    expect(untold.all().map(({ hour, ids }) => [hour, ids])).to.deep.equal([
      [1, ['a']],
      [2, ['b', 'c0', 'c1', 'c2']],
    ]);
  });

  it('are looked through by the second, however many commits came before', () => {
    const recent = new RecentAcknowledgements();
    const startedAt = performance.now();
    for (let commit = 0; commit < 20_000; commit += 1) recent.add(1, ['a']);
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
    expect(recent.all().length).to.be.at.most(seconds + 1);
    expect(recent.all().flatMap(({ ids }) => ids)).to.have.length(20_000);
  });

  it('are forgotten by the process from the oldest on when there are too many', () => {
    const recent = new RecentAcknowledgements();
    const batch = (hour: number) => Array.from({ length: 1_000 }, (_none, index) => `${hour}/${index}`);
    for (let hour = 1; hour <= 250; hour += 1) recent.add(hour, batch(hour));
    const kept = recent.all();
    expect(kept.map(({ hour }) => hour)).to.deep.equal(Array.from({ length: 200 }, (_none, at) => at + 51));
    expect(kept.at(-1)?.ids).to.deep.equal(batch(250));
  });
});
