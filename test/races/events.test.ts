import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import { type Database, type OpenDatabase, openDatabase } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { settleChecks } from '../../shared/settlement/settle-checks.js';
import type { Settlement } from '../../shared/settlement/settlement.js';
import type { WireEvent, WireEventPage } from '../../shared/wire/event.js';
import { dispatch, settlementOf } from '../support/checks/settlements.js';
import { acceptAll } from '../support/checks/submissions.js';
import { expectInvariants } from '../support/database/invariants.js';
import { untilBlocked } from '../support/database/until-blocked.js';
import { type Caller, signInClient } from '../support/http/caller.js';
import { startApi, type TestApi } from '../support/processes/app.js';

describe('a reader of the feed beside transactions that write it', function () {
  this.timeout(60_000);

  let api: TestApi;
  let caller: Caller;
  let writer: OpenDatabase;
  before(async () => {
    api = await startApi();
    writer = await openDatabase({
      url: api.database.url,
      applicationName: 'test-writer',
      scope: 'worker',
      poolSize: 8,
    });
  });
  beforeEach(async () => {
    caller = await signInClient(api, { credits: 1_000 });
  });
  after(async () => {
    await writer.close();
    await api.close();
  });
  afterEach(() => expectInvariants(api.db));

  async function buildSettlements(count: number): Promise<Settlement[]> {
    const { clientId } = caller;
    const submissions = await acceptAll(
      writer,
      Array.from({ length: count }, () => ({ clientId })),
    );
    return Promise.all(
      submissions.map(async (submission) =>
        settlementOf(submission, await dispatch(writer, submission), 'positive'),
      ),
    );
  }
  const requestId = ({ verificationId }: Settlement) => toPublicId('verification', verificationId);

  /** Reads what is new for a reader that stores its position, like one that polls. */
  function startReader() {
    const seen: WireEvent[] = [];
    let after = '';
    return {
      seen: () => seen.map(({ data }) => data.request_id),
      poll: async (): Promise<void> => {
        const { body } = await caller.get(`/api/v1/events?limit=3${after}`);
        const { data, next_cursor } = body as WireEventPage;
        seen.push(...data);
        after = `&after=${next_cursor}`;
      },
    };
  }

  it('misses nothing of one that commits late', async () => {
    const [early, late] = await buildSettlements(2);
    if (early === undefined || late === undefined) throw new Error('Two are needed');
    const reader = startReader();
    const moments = new EventEmitter();
    const slow: Database = {
      ...writer,
      transaction: (work) =>
        writer.transaction((sql) =>
          work({
            query: (text, values) => sql.query(text, values),
            finish: async (text, values) => {
              await sql.query(text, values);
              const allowed = once(moments, 'commit');
              moments.emit('written');
              await allowed;
            },
          }),
        ),
    };
    const written = once(moments, 'written');
    const first = settleChecks(slow, [early]);
    await written;
    // If numbers came from a sequence, this one would commit first and the reader would skip the other.
    const second = settleChecks(writer, [late]);
    await untilBlocked(api.db, { application: 'test-writer' });
    await reader.poll();
    expect(reader.seen(), 'nothing is committed').to.deep.equal([]);
    moments.emit('commit');
    await Promise.all([first, second]);
    await reader.poll();
    expect(reader.seen()).to.deep.equal([early, late].map(requestId));
  });

  it('sees every event once, in the same order as everybody, however many write', async () => {
    const settlements = await buildSettlements(48);
    const reader = startReader();
    let writing = true;
    const reading = (async () => {
      while (writing) await reader.poll();
    })();
    await Promise.all(settlements.map((settlement) => settleChecks(writer, [settlement])));
    writing = false;
    await reading;
    const before = reader.seen().length;
    for (let page = 0; page < 16; page += 1) await reader.poll();
    expect(reader.seen(), `${before} were seen meanwhile`).to.have.members(settlements.map(requestId));
  });
});
