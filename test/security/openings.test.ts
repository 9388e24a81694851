import { expect } from 'chai';
import { withClient } from '../../harness/with-client.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { buildVerification } from '../support/database/factories.js';
import { superuserUrlOf } from '../support/database/superuser.js';
import type { TestClient } from '../support/http/client.js';
import { findUnlogged } from '../support/personal-data/openings.js';
import { startApi, type TestApi } from '../support/processes/app.js';

// When a database of the run is dropped, its access log is compared with what the witness saw. This tests the witness.
describe('the witness of openings', () => {
  let api: TestApi;
  let owner: TestClient;
  let id: string;
  let path: string;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    const user = await api.createClientUser();
    owner = await api.signIn(user);
    ({ id } = await buildVerification(api.db, {
      clientId: user.clientId,
      serviceCode: 'identity_check',
      status: 'completed',
      checks: [{ photo: Buffer.from([0xff, 0xd8, 0xff, 0xd9]) }],
    }));
    path = `/api/v1/verifications/${toPublicId('verification', id)}`;
  });

  /** As if the service had forgotten to record what was opened. */
  const forget = (condition: string) =>
    withClient(superuserUrlOf(api.database.url), async (client) => {
      await client.query('SET session_replication_role = replica');
      await client.query(`DELETE FROM access_log WHERE ${condition}`);
    });

  it('finds every look in the log where all is well', async () => {
    await owner.get(path);
    await owner.get(`${path}/photo`);
    await owner.get('/api/v1/verifications', { headers: { accept: 'text/csv' } });
    await owner.get('/api/v1/verifications');
    expect(await findUnlogged(api.database.url)).to.deep.equal([]);
  });

  it('misses a report, a photograph, a PDF and a file that left no line', async () => {
    await owner.get(path);
    await owner.get(`${path}/photo`);
    await owner.get(`${path}/report.pdf`);
    await owner.get('/api/v1/verifications', { headers: { accept: 'text/csv' } });
    await forget('true');
    expect(await findUnlogged(api.database.url)).to.deep.equal([
      `${id}: opened 3 times, in the access log 0 times`,
      'files of many: opened 1 times, in the access log 0 times',
    ]);
  });

  it('misses what others fetch than the test client, also when they do not read it', async () => {
    const url = `${owner.url}${path}`;
    const headers = owner.headers;
    await (await fetch(url, { headers })).text();
    await fetch(url, { headers });
    await forget('true');
    expect(await findUnlogged(api.database.url)).to.deep.equal([
      `${id}: opened 2 times, in the access log 0 times`,
    ]);
  });

  it('misses one look of two, and the link that it was in the chain', async () => {
    await owner.get(path);
    await owner.get(path);
    await forget(`verification_id = '${id}' AND entry_no = 1`);
    expect(await findUnlogged(api.database.url)).to.deep.equal([
      `${id}: opened 2 times, in the access log 1 times`,
      'entry 2: an entry is missing before it: number 1 was expected',
    ]);
  });
});
