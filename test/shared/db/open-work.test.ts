import { expect } from 'chai';
import { loadOpen } from '../../../api/home/load-open.js';
import { insertHistory } from '../../../harness/insert-history.js';
import { PlanRecorder } from '../../../harness/plan-recorder.js';
import { loadBacklog } from '../../../shared/backlog/load-backlog.js';
import { loadFigures } from '../../../shared/backlog/load-figures.js';
import { COUNTED_UP_TO } from '../../../shared/domain/open-count.js';
import { claimIdleChecks } from '../../../worker/reconciler/examine-idle-checks.js';
import { findLostCalls } from '../../../worker/reconciler/find-lost-calls.js';
import { buildClient } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';

const MORE = COUNTED_UP_TO + 1;

interface Looked {
  pages: number;
  found: unknown;
}

type Looks = Record<'reconciler' | 'queue' | 'metrics' | 'staff' | 'client', Looked>;

// Open work is polled every few seconds, most of all while there is much of it.
describe('what is looked at while much is open', () => {
  const little = useSite(24_000, 12_000);
  const much = useSite(72_000, 36_000);

  it('is as little with three times as much', () => {
    for (const [who, { pages }] of Object.entries(much.looks())) {
      const before = little.looks()[who as keyof Looks].pages;
      expect(pages, `${who}, ${before} pages before`).to.be.at.most(before * 1.3 + 20);
    }
  });

  it('is counted no further than said, and still the oldest is found', () => {
    const { queue, staff, client } = much.looks();
    const minutes = (seconds: unknown) => Math.round(Number(seconds) / 60);
    const { checks, reviews } = queue.found as Awaited<ReturnType<typeof loadBacklog>>;
    expect(checks.pending).to.equal(MORE);
    // Those with a multiple of ten thousand are pending, and so not under review.
    expect(minutes(checks.oldest_pending_seconds)).to.be.within(70_000, 70_002);
    expect(reviews.total).to.equal(36_000 / 50 - 4);
    expect(minutes(reviews.oldest_seconds)).to.be.within(72_000, 72_002);
    for (const { found } of [staff, client]) expect(found).to.include({ pending: MORE });
  });

  function useSite(rows: number, pending: number): { looks(): Looks } {
    const database = useDatabase();
    let looks: Looks;
    before(async function () {
      this.timeout(120_000);
      const clients = await Promise.all([1, 2, 3].map(() => buildClient(database.db)));
      const [busy] = clients;
      const ids = clients.map(({ id }) => ({ clientId: id }));
      await insertHistory(superuserUrlOf(database.url), ids, rows, pending);
      const db = await database.open({ poolSize: 1, lookUpsOnly: true, statementTimeoutMs: 60_000 });
      const look = async (work: (recorder: PlanRecorder) => Promise<unknown>): Promise<Looked> => {
        const recorder = new PlanRecorder(db);
        const found = await work(recorder);
        return { found, pages: recorder.plans.reduce((sum, plan) => sum + plan.pages, 0) };
      };
      looks = {
        reconciler: await look(async (recorder) => {
          await findLostCalls(recorder);
          await claimIdleChecks(recorder.asDatabase());
        }),
        queue: await look(loadBacklog),
        metrics: await look(loadFigures),
        staff: await look((recorder) => loadOpen(recorder, undefined)),
        client: await look((recorder) => loadOpen(recorder, busy?.id)),
      };
    });
    return { looks: () => looks };
  }
});
