import { expect } from 'chai';
import { type Relay, startRelay } from '../../../harness/relay.js';
import { openDatabase } from '../../../shared/db/database.js';
import { OperatorError } from '../../../shared/operator-error.js';
import { useDatabase } from '../../support/database/use-database.js';
import { runAdmin } from '../../support/processes/run-admin.js';

/** Length and version of the protocol, then names and values, each with a zero behind it, and another zero. */
const HEAD_BYTES = 8;

/** The first message of a connection as a pool passes it on that ignores what it does not know. */
function withoutSettings(start: Buffer): Buffer {
  const texts = start.subarray(HEAD_BYTES, -2).toString().split('\0');
  const pairs = texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1]] as const] : []));
  const kept = pairs.filter(([name]) => name === 'user' || name === 'database');
  const message = Buffer.from(`${'\0'.repeat(HEAD_BYTES)}${kept.flat().join('\0')}\0\0`);
  start.copy(message, 0, 0, HEAD_BYTES);
  message.writeInt32BE(message.length, 0);
  return message;
}

describe('a pool that drops the settings of sessions', () => {
  const database = useDatabase();
  let pool: Relay;
  before(async () => {
    pool = await startRelay(database.url, () => {
      let started = false;
      return {
        sent: (bytes) => {
          if (started) return bytes;
          started = true;
          return withoutSettings(bytes);
        },
        received: (bytes) => bytes,
      };
    });
  });
  after(() => pool.close());

  const open = (url: string) => openDatabase({ url, applicationName: 'test', scope: 'worker', poolSize: 1 });

  it('is refused at once, because every row would be hidden, unless the address says that there is one', async () => {
    const error = await open(pool.url).catch((reason: unknown) => reason);
    expect(error)
      .to.be.instanceOf(OperatorError)
      .and.have.property('message')
      .that.includes('?pgbouncer=true');
    const told = await open(`${pool.url}?pgbouncer=true`);
    await told.close();
  });

  it('stops a command with what is to be done, before it finds nothing to hold back', async () => {
    const { code, output } = await runAdmin(pool.url, ['quarantine']);
    expect(code, output).to.equal(1);
    expect(output).to.include('ignore_startup_parameters').and.not.include('Held back');
  });
});
