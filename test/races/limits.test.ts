import { expect } from 'chai';
import { setLimits } from '../../api/spending/set-limits.js';
import { acceptVerifications } from '../../shared/acceptance/accept-verifications.js';
import type { Database } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { LIMIT_PERIODS, LIMITED } from '../../shared/domain/spending.js';
import { readLimits } from '../../shared/spending/read-limits.js';
import { buildSubmission } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { useDatabase } from '../support/database/use-database.js';
import { avoidMidnight } from '../support/time/avoid-midnight.js';

/** `npm run chaos:limits` plays a thousand rounds. */
const ROUNDS = Number(process.env.LIMIT_ROUNDS ?? '6');
const REQUESTS = 200;
const CHARGE = 5;

describe('requests against a spending limit at the same instant', function () {
  this.timeout(60_000 + ROUNDS * 10_000);

  const database = useDatabase();

  /** One limit, of a client, user or key, with room for this many; some of the requests are not subject to it. */
  async function play(round: number, pools: readonly Database[]): Promise<void> {
    await avoidMidnight();
    const room = (round * 37) % (REQUESTS / 2);
    const of = LIMITED[round % LIMITED.length] ?? 'client';
    const period = LIMIT_PERIODS[round % LIMIT_PERIODS.length] ?? 'day';
    const { id: clientId } = await buildClient(database.db, { balance: REQUESTS * CHARGE });
    const bound = of === 'client' ? clientId : newId();
    const limits = { [`per_${period}`]: room * CHARGE + (round % CHARGE) };
    await database.db.transaction((sql) =>
      setLimits(sql, { clientId, of, subjectId: bound, limits }, { actor: 'system' }),
    );
    const kinds = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, index) => {
        // Every fourth is another user's, bound only by a limit of the client.
        const other = of !== 'client' && index % 4 === 0;
        const submittedBy = other || of === 'client' ? newId() : bound;
        const submission = { ...buildSubmission({ clientId }), submittedBy };
        const db = pools[index % pools.length] ?? database.db;
        const [acceptance] = await acceptVerifications(db, [submission]);
        return `${acceptance?.kind}${other ? ' of another' : ''}`;
      }),
    );
    const count = (kind: string) => kinds.filter((found) => found === kind).length;
    const others = of === 'client' ? 0 : REQUESTS / 4;
    expect(count('accepted'), `round ${round}: accepted`).to.equal(room);
    expect(count('limit_reached'), `round ${round}: refused`).to.equal(REQUESTS - others - room);
    expect(count('accepted of another'), `round ${round}: not bound`).to.equal(others);
    const [limit] = await readLimits(database.db, [clientId]);
    expect(limit, `round ${round}`).to.include({ used: room * CHARGE, told: 100 });
    const events = await database.db.query<{ percent: string }>(
      `SELECT data ->> 'percent' AS percent FROM webhook_events WHERE client_id = $1 AND type = 'limit.reached'`,
      [clientId],
    );
    expect(new Set(events.map(({ percent }) => percent)).size, 'each told once').to.equal(events.length);
  }

  it(`are accepted exactly as far as it has room, in ${ROUNDS} rounds`, async () => {
    const second = await database.open();
    for (let round = 0; round < ROUNDS; round += 1) await play(round, [database.db, second]);
  });
});
