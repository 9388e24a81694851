import { expect } from 'chai';
import type { TestClient } from '../../support/http/client.js';
import { type CuttableApi, startCuttableApi } from '../../support/processes/cuttable-api.js';
import { csvOf, upload } from '../../support/uploads/batch-files.js';

describe('A batch is changed once, and the caller is told so, if PostgreSQL is lost at the commit', function () {
  this.timeout(60_000);

  let cuttable: CuttableApi;
  before(async () => {
    cuttable = await startCuttableApi();
  });
  after(() => cuttable.close());

  type Act = 'start' | 'pause' | 'resume' | 'cancel';

  /** Acts on a new batch, one after the other, and loses the connection at the commit of the last. */
  async function lose(client: TestClient, moment: 'before' | 'after', acts: readonly Act[]) {
    const { body } = await upload(client, csvOf(2));
    const consents = { charge_approved: true, authority_confirmed: true, credits_approved: body.credits };
    const perform = (act: Act) =>
      client.post(`/api/v1/batches/${body.batch_id}/${act}`, act === 'start' ? consents : undefined);
    for (const act of acts.slice(0, -1)) await perform(act);
    cuttable.link.cutNext(moment);
    return perform(acts.at(-1) ?? 'start');
  }

  const cases: readonly [acts: readonly Act[], status: string][] = [
    [['start'], 'running'],
    [['start', 'pause'], 'paused'],
    [['start', 'pause', 'resume'], 'running'],
    [['start', 'cancel'], 'cancelled'],
  ];
  for (const [acts, status] of cases) {
    for (const moment of ['before', 'after'] as const) {
      it(`${acts.at(-1)}: ${moment} it was done`, async () => {
        const client = await cuttable.api.signIn(await cuttable.api.createClientUser());
        const answer = await lose(client, moment, acts);
        expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
        expect(answer.body.status).to.equal(status);
      });
    }
  }
});
