import { expect } from 'chai';
import { endsTransaction } from '../../../harness/postgres-messages.js';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { isUnavailable } from '../../../shared/db/sqlstate.js';
import { useDatabase } from '../../support/database/use-database.js';

/** What a server says that is stopped (PostgreSQL manual, "Error and Notice Message Fields"). */
const FIELDS = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const STOPPED = Buffer.concat([Buffer.from('E'), lengthOf(FIELDS), Buffer.from(FIELDS)]);

function lengthOf(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(text.length + 4);
  return length;
}

describe('A connection that the server ends in the moment in which it is there', () => {
  const database = useDatabase();
  let stopped = 0;
  let relay: Relay;
  let db: OpenDatabase;

  before(async () => {
    relay = await startRelay(database.url, (cut) => {
      let greeted = false;
      return {
        sent: (bytes) => bytes,
        received: (bytes) => {
          if (greeted || !endsTransaction(bytes)) return bytes;
          greeted = true;
          if (stopped === 0) return bytes;
          stopped -= 1;
          setImmediate(cut);
          return Buffer.concat([bytes, STOPPED]);
        },
      };
    });
    db = await openDatabase({ url: relay.url, applicationName: 'test', scope: 'operator', poolSize: 4 });
  });
  after(async () => {
    await db.close();
    await relay.close();
  });

  it('fails what it was opened for as unavailable, and takes no process along', async () => {
    stopped = 3;
    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => db.query('SELECT pg_sleep(0.2)')));
    const lost = asked.flatMap((ask) => (ask.status === 'rejected' ? [ask.reason] : []));
    expect(stopped).to.equal(0);
    expect(lost.map(isUnavailable)).to.deep.equal(lost.map(() => true));
    expect(await db.query('SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
  });
});
