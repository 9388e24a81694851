import { Socket } from 'node:net';
import { expect } from 'chai';
import type { Sql } from '../../../shared/db/database.js';
import { useDatabase } from '../../support/database/use-database.js';

const METHODS = ['_write', '_writev'] as const;

/** How many system calls `work` makes to send to this server. */
async function countWrites(url: string, work: () => Promise<unknown>): Promise<number> {
  const port = Number(new URL(url).port);
  const prototype = Socket.prototype as unknown as Record<
    (typeof METHODS)[number],
    (...args: unknown[]) => void
  >;
  const originals = METHODS.map((name) => [name, prototype[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (this: Socket, ...args: unknown[]): void {
      if (this.remotePort === port) count += 1;
      original.apply(this, args);
    };
  }
  try {
    await work();
    return count;
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
}

const readSeveral = (sql: Sql): Promise<unknown> =>
  Promise.all([1, 2, 3, 4].map((number) => sql.query(`SELECT ${number}`)));

describe('the statements of a transaction', () => {
  const database = useDatabase();

  it('are sent with one system call for each step', async () => {
    const { db } = database;
    // The first time also opens the connection.
    await db.transaction(readSeveral);
    const writes = await countWrites(database.url, () =>
      db.transaction(async (sql) => {
        await readSeveral(sql);
        await sql.finish('UPDATE wallets SET updated_at = now()');
      }),
    );
    expect(writes).to.equal(2);
  });
});
