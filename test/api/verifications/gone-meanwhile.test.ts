import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { withClient } from '../../../harness/with-client.js';
import { publishSettled } from '../../../shared/redis/settled-channel.js';
import { requestBody } from '../../support/checks/submit.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import type { TestClient } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('a submission that the database forgets while its caller waits', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  /** Like a promoted standby that never received it. */
  async function forget(clientId: string): Promise<string> {
    const [row] = await api.db.query<{ id: string }>('SELECT id FROM verifications WHERE client_id = $1', [
      clientId,
    ]);
    await withClient(superuserUrlOf(api.database.url), async (client) => {
      await client.query('SET session_replication_role = replica');
      await client.query('DELETE FROM checks WHERE verification_id = $1', [row?.id]);
      await client.query('DELETE FROM verifications WHERE id = $1', [row?.id]);
    });
    return row?.id ?? '';
  }

  async function submitAndForget(submitting: () => ReturnType<TestClient['post']>, clientId: string) {
    const { settlements } = api.deps;
    const wait = settlements.wait.bind(settlements);
    let waiting = false;
    settlements.wait = (...args) => {
      waiting = true;
      return wait(...args);
    };
    const answering = submitting();
    await waitFor(
      async () => {
        const rows = await api.db.query('SELECT FROM verifications WHERE client_id = $1', [clientId]);
        return waiting && rows.length === 1;
      },
      { describe: 'it is accepted and waited for' },
    );
    await publishSettled(api.deps.redis, [await forget(clientId)]);
    settlements.wait = wait;
    return answering;
  }

  for (const [what, before] of [
    ['new', false],
    ['sent again', true],
  ] as const) {
    it(`is a 503 that says that nobody knows, when it was ${what}`, async () => {
      const user = await api.createClientUser();
      const caller = await api.signIn(user);
      const body = { ...requestBody(), idempotency_key: 'forgotten' };
      if (before) await caller.post('/api/v1/verifications', body, { headers: { Prefer: 'respond-async' } });
      const post = () => caller.post('/api/v1/verifications', body, { headers: { Prefer: 'wait=5' } });
      const answer = await submitAndForget(post, user.clientId);
      expectError(answer, { httpStatus: 503, status: 'service_unavailable', more: ['request_id', 'stored'] });
      expect(answer.body.stored).to.equal('unknown');
      expect(answer.body.message).to.match(/same idempotency key/);
    });
  }
});
