import { expect } from 'chai';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import type { WireWalletEntries } from '../../../shared/wire/wallet.js';
import { type BuiltVerification, buildVerification } from '../../support/database/factories.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('the wallet', () => {
  let api: TestApi;
  let caller: Caller;
  let charged: BuiltVerification;
  let released: BuiltVerification;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api, { credits: 100, client: { lowBalanceThreshold: 20 } });
    const { clientId } = caller;
    charged = await buildVerification(api.db, {
      clientId,
      status: 'completed',
      createdAt: new Date('2026-09-01T08:00:00Z'),
    });
    released = await buildVerification(api.db, { clientId, status: 'completed', outcome: 'rejected' });
    await buildVerification(api.db, { clientId, serviceCode: 'identity_check', status: 'manual_review' });
    await addAdjustment(clientId, -3, '=HYPERLINK("x")');
  });
  after(() => api.close());

  async function addAdjustment(clientId: string, amount: number, note: string): Promise<void> {
    await api.db.query(
      `WITH wallet AS (
         UPDATE wallets SET balance = balance + $2::integer, last_entry_no = last_entry_no + 1
         WHERE client_id = $1 RETURNING *)
       INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta,
         balance_after, reserved_after, note)
       SELECT client_id, last_entry_no, $3, 'adjustment', $2::integer, $2::integer, 0, balance, reserved, $4
       FROM wallet`,
      [clientId, amount, newId(), note],
    );
  }

  const entries = async (query = ''): Promise<WireWalletEntries> => {
    const { status, body } = await caller.get(`/api/v1/wallet/entries${query}`);
    expect(status).to.equal(200);
    return body as WireWalletEntries;
  };

  it('shows what is there, what is held and what is left', async () => {
    const { status, body } = await caller.get('/api/v1/wallet');
    expect(status).to.equal(200);
    const { updated_at, ...figures } = body;
    expect(figures).to.deep.equal({ balance: 92, reserved: 12, available: 80, low_balance_threshold: 20 });
    expect(new Date(updated_at).toISOString()).to.equal(updated_at);
  });

  it('takes no query parameters', async () => {
    expect((await caller.get('/api/v1/wallet?currency=ZAR')).status).to.equal(422);
  });

  it('explains every figure by its entries, newest first', async () => {
    const { data } = await entries();
    const kinds = ['adjustment', 'reserve', 'release', 'reserve', 'charge', 'reserve', 'top_up'];
    expect(data.map(({ kind }) => kind)).to.deep.equal(kinds);
    const sum = (member: 'balance_delta' | 'reserved_delta') =>
      data.reduce((total, entry) => total + entry[member], 0);
    expect([sum('balance_delta'), sum('reserved_delta')]).to.deep.equal([92, 12]);
    expect(data[0]).to.include({ balance_after: 92, reserved_after: 12 });
  });

  it('shows of each entry what the contract lists, and no more', async () => {
    const { data } = await entries('?kind=charge');
    const [entry, ...others] = data;
    expect(others).to.be.empty;
    const { entry_id, ...rest } = entry ?? { entry_id: '' };
    expect(entry_id).to.match(/^ent_/);
    expect(rest).to.deep.include({
      kind: 'charge',
      amount: 5,
      balance_delta: -5,
      reserved_delta: -5,
      balance_after: 95,
      reserved_after: 0,
      request_id: charged.requestId,
      service_code: 'said_verification',
      note: null,
    });
    expect(rest).to.have.all.keys(
      ...['kind', 'amount', 'balance_delta', 'reserved_delta', 'balance_after', 'reserved_after'],
      ...['request_id', 'service_code', 'note', 'created_at'],
    );
  });

  it('finds the entries of one verification', async () => {
    const { data } = await entries(`?request_id=${released.requestId}`);
    expect(data.map(({ kind }) => kind)).to.deep.equal(['release', 'reserve']);
    expect((await entries(`?request_id=${toPublicId('verification', newId())}`)).data).to.be.empty;
    expect((await entries(`?request_id=${released.requestId}&kind=reserve`)).data).to.have.length(1);
  });

  it('finds the entries of a period', async () => {
    const { data } = await entries('?created_to=2999-01-01&created_from=2999-01-01');
    expect(data).to.be.empty;
    expect((await entries('?created_from=2000-01-01')).data).to.have.length(7);
  });

  it('gives every entry once, page by page', async () => {
    const all = (await entries()).data;
    const paged: WireWalletEntries['data'] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: WireWalletEntries = await entries(`?limit=3${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(paged).to.deep.equal(all);
  });

  it('is CSV on request: formulas disarmed, negative numbers still numbers', async () => {
    const { headers, body } = await caller.get('/api/v1/wallet/entries?limit=1', { Accept: 'text/csv' });
    expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(headers.get('link')).to.match(/^<\/api\/v1\/wallet\/entries\?limit=1&cursor=[\w-]+>; rel="next"$/);
    const [header, line] = (body as string).split('\r\n');
    expect(header).to.equal(
      'entry_id,kind,amount,balance_delta,reserved_delta,balance_after,reserved_after,request_id,note,created_at,service_code',
    );
    expect(line).to.match(/^ent_\w+,adjustment,-3,-3,0,92,12,,"'=HYPERLINK\(""x""\)",\d{4}-/);
  });

  const faults: [string, string, string][] = [
    ['kind=refund', 'kind', 'invalid_choice'],
    ['request_id=1', 'request_id', 'invalid_id'],
    ['request_id=ent_00000000000000000000000000', 'request_id', 'invalid_id'],
    ['created_from=today', 'created_from', 'invalid_moment'],
    ['limit=1000', 'limit', 'invalid_number'],
    ['cursor=MQ', 'cursor', 'invalid_cursor'],
    ['status=pending', 'status', 'unknown_field'],
  ];
  for (const [query, field, code] of faults) {
    it(`answers entries?${query} with 422 ${code}`, async () => {
      const { status, body } = await caller.get(`/api/v1/wallet/entries?${query}`);
      expect(status).to.equal(422);
      expect(body.errors).to.have.length(1);
      expect(body.errors[0]).to.include({ field, code });
    });
  }
});
