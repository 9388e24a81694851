import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { Sql } from '../../../shared/db/database.js';
import { growTree } from '../../../shared/log/grow-tree.js';
import { rangeHash } from '../../../shared/log/merkle.js';
import { tileReader } from '../../../shared/log/tiles.js';
import { connectForCommands } from '../../../shared/redis/connect.js';
import { LogMemory, LogWentBackError } from '../../../worker/log/log-memory.js';
import { openPublishedHeads } from '../../../worker/log/published-heads.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const ORIGIN = 'log.example.test/memory';

/** A log of these entries: its head, and the database that has it. */
function logOf(...names: string[]) {
  const entries = names.map((name) => createHash('sha256').update(name).digest());
  const tiles = growTree([], 0, entries);
  const root = rangeHash(tileReader(tiles, names.length), 0, names.length);
  const sql = { query: async () => tiles } as unknown as Sql;
  return { sql, note: `${ORIGIN}\n${names.length}\n${root.toString('base64')}\n\n` };
}

describe('What a worker remembers of the log, while Redis has forgotten it', () => {
  const known = logOf('a', 'b');
  let memory: LogMemory;
  beforeEach(async () => {
    memory = new LogMemory({ read: async () => undefined, note: async () => undefined });
    await memory.keep(ORIGIN, known.note);
  });

  const compare = ({ sql, note }: ReturnType<typeof logOf>, origin = ORIGIN): Promise<unknown> =>
    memory.compare(sql, origin, note).catch((error: unknown) => error);

  it('is continued by a longer log', async () => {
    expect(await compare(logOf('a', 'b', 'c'))).to.equal(undefined);
  });

  for (const [what, other] of [
    ['lacks an entry', logOf('a')],
    ['has another in its place', logOf('a', 'c')],
    ['has another in its place, and more', logOf('a', 'c', 'd')],
  ] as const) {
    it(`is contradicted by one that ${what}`, async () => {
      expect(await compare(other)).to.be.instanceOf(LogWentBackError);
    });
  }

  it('says nothing of a log of another name', async () => {
    expect(await compare(logOf('c'), 'log.example.test/another')).to.equal(undefined);
  });
});

describe('What Redis remembers of the log', () => {
  it('is the largest head, whoever is late', async () => {
    const redis = connectForCommands(testRedisUrl());
    try {
      await waitFor(() => redis.status === 'ready', { describe: 'Redis is connected' });
      await redis.flushdb();
      const heads = openPublishedHeads(redis);
      const root = Buffer.alloc(32, 1);
      for (const size of [5, 3]) await heads.note(ORIGIN, { size, root });
      expect(await heads.read(ORIGIN)).to.deep.equal({ size: 5, root });
    } finally {
      redis.disconnect();
    }
  });
});
