import { expect } from 'chai';
import { waitFor } from '../../../../harness/wait-for.js';
import { fromPublicId } from '../../../../shared/domain/ids.js';
import { publishSettled } from '../../../../shared/redis/settled-channel.js';
import { requestBody, submit } from '../../../support/checks/submit.js';
import { faultsOf } from '../../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';

describe('POST /api/v1/verifications', () => {
  let api: TestApi;
  let token: string;

  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    token = await api.login(await api.createClientUser());
  });

  it('tells what is wrong in the query, the body and the header at once', async () => {
    const body = requestBody({ service_code: 'magic', parameters: [], purpose: '' });
    const answer = await api.client.withToken(token).post('/api/v1/verifications?dry_run=1', body);
    expect(answer.status).to.equal(422);
    expect(faultsOf(answer)).to.deep.equal({
      service_code: 'unknown_service',
      purpose: 'required',
      parameters: 'invalid_type',
      idempotency_key: 'required',
      dry_run: 'unknown_field',
    });
  });

  describe('that fails by a defect once the request is stored', () => {
    /** Settles the client's only verification with a reference that does not open. */
    async function settleUnreadably(): Promise<string> {
      const [row] = await api.db.query<{ id: string }>(
        `UPDATE verifications SET status = 'completed', outcome = 'positive', label = 'Found', completed_at = now(),
           credits_reserved = 0, credits_charged = credits, version = version + 1
         WHERE status = 'pending' RETURNING id`,
      );
      if (row === undefined) throw new Error('There is no pending verification');
      await api.db.query(
        `UPDATE checks SET status = 'completed', outcome = 'positive', label = 'Found', reference_sealed = '\\x00',
           settled_at = now() WHERE verification_id = $1`,
        [row.id],
      );
      return row.id;
    }

    it('names it to whoever waited for it, and to whoever asks again', async () => {
      const key = 'unreadable';
      const answer = submit(api.client, token, { key, prefer: 'wait=20' });
      await waitFor(async () => (await api.db.query('SELECT FROM verifications')).length > 0, {
        describe: 'the request is stored',
      });
      const id = await settleUnreadably();
      await publishSettled(api.deps.redis, [id]);
      for (const { status, body } of [await answer, await submit(api.client, token, { key })]) {
        expect(status).to.equal(500);
        expect(body.status).to.equal('internal_error');
        expect(fromPublicId('verification', body.request_id)).to.equal(id);
      }
    });
  });
});
