import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { acceptVerifications } from '../../../shared/acceptance/accept-verifications.js';
import { expireProposals } from '../../../shared/approvals/expire-proposals.js';
import { loadFigures } from '../../../shared/backlog/load-figures.js';
import type { Database } from '../../../shared/db/database.js';
import { endOfProposal, PROPOSAL_DAYS } from '../../../shared/domain/approvals.js';
import { newId } from '../../../shared/domain/ids.js';
import { buildSubmission } from '../../support/checks/submissions.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { buildAged } from '../../support/personal-data/aged-verifications.js';
import { runEraser } from '../../support/personal-data/personal-data.js';

/**
 * A number of days over which the clocks there changed, and a moment between so many calendar days and so many times 24
 * hours ago.
 */
const ACROSS_A_CHANGE = `
  SELECT days, by_hours + (by_calendar - by_hours) / 2 AS between, by_hours < by_calendar AS within
  FROM (SELECT days, now() - days * interval '1 day' AS by_calendar, now() - days * interval '24 hours' AS by_hours
        FROM generate_series(1, 365) AS days) AS ago
  WHERE by_calendar <> by_hours ORDER BY days LIMIT 1`;

interface Across {
  days: number;
  between: Date;
  /** Whether it is less than so many times 24 hours ago. */
  within: boolean;
}

describe('a PostgreSQL in a time zone with daylight saving time', () => {
  const database = useDatabase();
  let db: Database;
  let across: Across;
  before(async () => {
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query(
        `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone = 'America/New_York'`,
      );
    });
    db = await database.open();
    const [row] = await db.query<Across>(ACROSS_A_CHANGE);
    if (row === undefined) throw new Error('The clocks of New York change twice a year');
    across = row;
  });

  async function buildCompletedBetween(): Promise<string> {
    const clientId = await buildAged(db, 1);
    // The change may be longer ago than the retention of the client of the other test.
    await db.query('UPDATE clients SET retention_days = NULL');
    await db.query('UPDATE verifications SET completed_at = $2 WHERE client_id = $1', [
      clientId,
      across.between,
    ]);
    return clientId;
  }

  it('counts days of 24 hours until a completed request is no duplicate', async () => {
    const clientId = await buildCompletedBetween();
    const [acceptance] = await acceptVerifications(db, [
      buildSubmission({ clientId, refuseDuplicateDays: across.days }),
    ]);
    expect(acceptance?.kind).to.equal(across.within ? 'duplicate' : 'accepted');
  });

  it('counts days of 24 hours until the retention is over', async () => {
    const clientId = await buildCompletedBetween();
    await db.query('UPDATE clients SET retention_days = $2 WHERE id = $1', [clientId, across.days]);
    await runEraser(db, { graceMs: 3_600_000 });
    expect((await loadFigures(db)).erasuresAnnounced).to.equal(across.within ? 0 : 1);
  });

  const SUMMER_LASTS_DAYS = 150;
  const A_WEEK_AGO = dayInZone(-7);
  for (const [change, zone] of Object.entries({
    'set forward': zoneWithSummer(A_WEEK_AGO, dayInZone(SUMMER_LASTS_DAYS)),
    'set back': zoneWithSummer(dayInZone(-SUMMER_LASTS_DAYS), A_WEEK_AGO),
  })) {
    it(`counts days of 24 hours until a proposal has expired: clocks ${change} meanwhile`, async () => {
      const [{ id: clientId }, { id: proposedBy }] = [
        await buildClient(db),
        await buildUser(db, { clientId: null }),
      ];
      const propose = async (endsInMinutes: number): Promise<string> => {
        const id = newId();
        const proposedAt = new Date(Date.now() - PROPOSAL_DAYS * 86_400_000 + endsInMinutes * 60_000);
        expect(endOfProposal(proposedAt).getTime() > Date.now(), '`expires_at`').to.equal(endsInMinutes > 0);
        const words = { act: 'credits', state: 'open', summary: {}, payload: {} };
        const who = { client_id: clientId, proposed_by: proposedBy, proposed_at: proposedAt };
        await insertRow(db, 'approvals', { id, ...words, ...who });
        return id;
      };
      const [open, over] = [await propose(30), await propose(-30)];
      await db.transaction(async (sql) => {
        await sql.query(`SELECT set_config('timezone', $1, true)`, [zone]);
        await expireProposals(sql, new Date());
      });
      const states = await db.query(`SELECT id, state FROM approvals WHERE client_id = $1 ORDER BY id`, [
        clientId,
      ]);
      expect(states).to.deep.equal([
        { id: open, state: 'open' },
        { id: over, state: 'expired' },
      ]);
    });
  }
});

/** The day so many days from now as POSIX counts it: from 1, in a year without a 29 February. */
function dayInZone(days: number): number {
  const day = new Date(Date.now() + days * 86_400_000);
  const leapDay = day.getUTCMonth() === 1 && day.getUTCDate() === 29;
  const sameDay = Date.UTC(2001, day.getUTCMonth(), leapDay ? 28 : day.getUTCDate());
  return (sameDay - Date.UTC(2001, 0, 1)) / 86_400_000 + 1;
}

/** A time zone whose clocks are an hour ahead from one day of each year to another. */
function zoneWithSummer(from: number, until: number): string {
  return `<+00>0<+01>-1,J${from}/0,J${until}/0`;
}
