import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { untilBlocked } from '../../support/database/until-blocked.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const limits = { per_day: 500 };

describe('a change with limits', () => {
  let api: TestApi;
  let owner: TestClient;
  let admin: TestClient;
  let clientId: string;
  before(async () => {
    api = await startApi();
    const user = await api.createClientUser();
    clientId = user.clientId;
    owner = await api.signIn(user);
    admin = await api.signIn(await api.createStaff('admin'));
  });
  after(() => api.close());

  /** Sends the change while another one has locked what is changed; that one can go on to the wallet. */
  async function changeMeanwhile(table: string, send: () => Promise<Answer>): Promise<Answer> {
    const wallet = 'SELECT FROM wallets WHERE client_id = $1 FOR NO KEY UPDATE NOWAIT';
    let changing: Promise<Answer> | undefined;
    let isFree = false;
    await api.db.transaction(async (sql) => {
      await sql.query(`SELECT FROM ${table} FOR NO KEY UPDATE`);
      changing = send();
      await untilBlocked(api.db);
      isFree = await api.db.query(wallet, [clientId]).then(
        () => true,
        () => false,
      );
    });
    expect(isFree, 'the wallet is free').to.equal(true);
    return (await changing) as Answer;
  }

  it('waits for another change of the same key without the wallet', async () => {
    const { api_key_id: id } = (await owner.post('/api/v1/api-keys', { name: 'One' })).body;
    const change = () => owner.send('PATCH', `/api/v1/api-keys/${id}`, { json: { name: 'Two', limits } });
    expect((await changeMeanwhile('api_keys', change)).body).to.deep.include({ name: 'Two' });
  });

  it('does so, where the key is new, for a change of the client', async () => {
    const create = () => owner.post('/api/v1/api-keys', { name: 'New', limits });
    expect((await changeMeanwhile('clients', create)).status).to.equal(201);
  });

  it('does so, where the client is changed, for another change of it', async () => {
    const address = `/api/v1/admin/clients/${toPublicId('client', clientId)}`;
    const change = () => admin.send('PATCH', address, { json: { name: 'Renamed', limits } });
    expect((await changeMeanwhile('clients', change)).body).to.include({ name: 'Renamed' });
  });
});
