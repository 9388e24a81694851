import { expect } from 'chai';
import { syntheticIdentity } from '../../harness/synthetic-identity.js';
import { acceptVerifications } from '../../shared/acceptance/accept-verifications.js';
import { buildSubmission } from '../support/checks/submissions.js';
import { buildClient } from '../support/database/factories.js';
import { useDatabase } from '../support/database/use-database.js';

/** `npm run chaos:duplicates` plays a thousand rounds. */
const ROUNDS = Number(process.env.DUPLICATE_ROUNDS ?? '25');
const REQUESTS = 12;
const CHARGE = 5;

describe('requests that refuse duplicates, for the same at the same instant', function () {
  this.timeout(60_000 + ROUNDS * 2_000);

  const database = useDatabase();

  it(`are accepted once and refused with that one's id, in ${ROUNDS} rounds`, async () => {
    // Two processes, and batches of one to three requests on each: within a batch, and across both.
    const pools = [database.db, await database.open()] as const;
    const { id: clientId } = await buildClient(database.db, { balance: ROUNDS * REQUESTS * CHARGE });
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = { clientId, subject: syntheticIdentity(round), refuseDuplicateDays: 1 + (round % 365) };
      const size = 1 + (round % 3);
      const batches = Array.from({ length: REQUESTS / size }, async (_, index) => {
        const submissions = Array.from({ length: size }, () => buildSubmission(asked));
        const acceptances = await acceptVerifications(pools[index % 2 === 0 ? 0 : 1], submissions);
        return acceptances.map((acceptance, place) => ({ acceptance, submission: submissions[place] }));
      });
      const answers = (await Promise.all(batches)).flat();
      const winners = answers
        .filter(({ acceptance }) => acceptance.kind === 'accepted')
        .map(({ submission }) => submission?.verificationId);
      const named = answers.flatMap(({ acceptance }) =>
        acceptance.kind === 'duplicate' ? [acceptance.verificationId] : [],
      );
      expect(winners, `round ${round}: accepted`).to.have.length(1);
      expect(named, `round ${round}: refused`).to.deep.equal(Array(REQUESTS - 1).fill(winners[0]));
    }
    const [stored] = await database.db.query<{ verifications: number; checks: number; reserved: number }>(
      `SELECT (SELECT count(*)::int FROM verifications) AS verifications,
         (SELECT count(*)::int FROM checks) AS checks,
         (SELECT reserved FROM wallets WHERE client_id = $1) AS reserved`,
      [clientId],
    );
    expect(stored).to.deep.equal({ verifications: ROUNDS, checks: ROUNDS, reserved: ROUNDS * CHARGE });
  });
});
