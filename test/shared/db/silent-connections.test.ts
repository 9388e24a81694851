import { expect } from 'chai';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { isSilence } from '../../../shared/db/sqlstate.js';
import { UnknownCommitError } from '../../../shared/db/unknown-commit.js';
import { useDatabase } from '../../support/database/use-database.js';

const NOTHING = Buffer.alloc(0);
/** The message with which a client leaves (PostgreSQL manual, "Message Formats"). */
const TERMINATE = 'X'.charCodeAt(0);
const POOL = 3;

describe('Connections that a firewall has forgotten', function () {
  this.timeout(60_000);

  const database = useDatabase();
  let relay: Relay;
  let db: OpenDatabase;
  let forgotten = 0;
  let opened = 0;
  const askedInVain = new Set<number>();

  before(async () => {
    relay = await startRelay(database.url, () => {
      opened += 1;
      const mine = opened;
      return {
        sent: (bytes) => {
          if (mine > forgotten) return bytes;
          if (bytes[0] !== TERMINATE) askedInVain.add(mine);
          return NOTHING;
        },
        received: (bytes) => (mine > forgotten ? bytes : NOTHING),
      };
    });
    db = await openDatabase({
      ...{ url: relay.url, applicationName: 'test', scope: 'operator', poolSize: POOL },
      statementTimeoutMs: 500,
    });
  });
  after(async () => {
    await db.close();
    await relay.close();
  });

  it('are all left once one of them is found silent, and no other is asked in vain', async () => {
    await Promise.all(Array.from({ length: POOL }, () => db.query('SELECT pg_sleep(0.2)')));
    expect(opened, 'connections of the pool').to.be.at.least(POOL);
    forgotten = opened;
    expect(await db.statement('SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    const late = await Promise.all(Array.from({ length: POOL }, () => db.query('SELECT 2 AS two')));
    expect(late.flat()).to.deep.equal(Array(POOL).fill({ two: 2 }));
    expect(askedInVain.size, 'connections that were asked in vain').to.equal(1);
  });

  it('are told from those that answer, also where the answer to a commit is missing', () => {
    const silence = new Error('Query read timeout');
    expect([silence, new UnknownCommitError(silence)].map(isSilence)).to.deep.equal([true, true]);
    const others = [new Error('Connection terminated unexpectedly'), undefined];
    expect(others.map(isSilence)).to.deep.equal([false, false]);
  });
});
