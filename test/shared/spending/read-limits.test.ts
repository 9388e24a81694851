import { expect } from 'chai';
import { newId } from '../../../shared/domain/ids.js';
import type { Limit } from '../../../shared/domain/spending.js';
import { areCurrentAt, readLimits } from '../../../shared/spending/read-limits.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import { buildClient } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';

const MIDNIGHT = new Date('2026-12-01T00:00:00.000Z');
const BEFORE = new Date(MIDNIGHT.getTime() - 1);

describe('readLimits', () => {
  const database = useDatabase();

  async function limitOf(clientId: string, subjectId: string): Promise<void> {
    const limit = { client_id: clientId, subject_id: subjectId, limit_of: 'user' };
    await insertRow(database.db, 'spending_limits', { ...limit, per_day: 10, per_month: 100 });
  }

  it('reads the limits of those it is asked for, or else of all', async () => {
    const { id: clientId } = await buildClient(database.db);
    const [wanted, other] = [newId(), newId()];
    await limitOf(clientId, wanted);
    await limitOf(clientId, other);
    const subjectsOf = (limits: readonly Limit[]) => [...new Set(limits.map(({ subjectId }) => subjectId))];
    expect(subjectsOf(await readLimits(database.db, [clientId], [wanted]))).to.deep.equal([wanted]);
    expect(subjectsOf(await readLimits(database.db, [clientId]))).to.have.members([wanted, other]);
  });

  it('reads them in the periods of a moment, which are others at midnight', async () => {
    const { id: clientId } = await buildClient(database.db);
    await limitOf(clientId, newId());
    const startsOf = (limits: readonly Limit[]) =>
      limits.map(({ period, startsOn }) => `${period} ${startsOn}`);
    const [before, after] = [
      await readLimits(database.db, [clientId], null, BEFORE),
      await readLimits(database.db, [clientId], null, MIDNIGHT),
    ];
    expect(startsOf(before)).to.have.members(['day 2026-11-30', 'month 2026-11-01']);
    expect(startsOf(after)).to.have.members(['day 2026-12-01', 'month 2026-12-01']);
    expect(areCurrentAt(before, BEFORE)).to.equal(true);
    expect(areCurrentAt(before, MIDNIGHT)).to.equal(false);
    expect(areCurrentAt(after, MIDNIGHT)).to.equal(true);
    expect(areCurrentAt([...after, ...before], MIDNIGHT), 'some of them').to.equal(false);
    expect(areCurrentAt([], MIDNIGHT)).to.equal(true);
  });
});
