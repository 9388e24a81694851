import { expect } from 'chai';
import type { WireHistory, WireHistoryEntry } from '../../../../shared/wire/history.js';
import {
  type BuiltVerification,
  buildVerification,
  type VerificationOverrides,
} from '../../../support/database/factories.js';
import { type Caller, signInClient } from '../../../support/http/caller.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';

describe('GET /api/v1/verifications', () => {
  let api: TestApi;

  before(async () => {
    api = await startApi({ config: { publicUrl: 'https://api.example.test/' } });
  });
  after(() => api.close());

  const build = (caller: Caller, overrides: Omit<VerificationOverrides, 'clientId'> = {}) =>
    buildVerification(api.db, { clientId: caller.clientId, ...overrides });
  const list = async (caller: Caller, query = ''): Promise<WireHistory> => {
    const answer = await caller.get(`/api/v1/verifications${query}`);
    expect(answer.status).to.equal(200);
    return answer.body as WireHistory;
  };
  const idsOf = (entries: readonly WireHistoryEntry[]) => entries.map(({ request_id }) => request_id);

  it('shows of each entry what the contract lists, and no more', async () => {
    const caller = await signInClient(api);
    const pending = await build(caller, { createdAt: new Date('2026-09-01T08:00:00Z') });
    const completed = await build(caller, {
      serviceCode: 'identity_check',
      subject: '0001010000071',
      status: 'completed',
      label: 'Identity confirmed',
      createdAt: new Date('2026-09-02T08:00:00.500Z'),
    });
    const { data, next_cursor } = await list(caller);
    expect(next_cursor).to.equal(null);
    expect(data).to.deep.equal([
      {
        request_id: completed.requestId,
        created_at: '2026-09-02T08:00:00.500Z',
        service_code: 'identity_check',
        service_label: 'ID + Photo (Real-Time)',
        reference: null,
        purpose: 'Test of a prospective employee',
        submitted_by: null,
        submitted_by_name: null,
        subject: '*********0071',
        status: 'completed',
        credits_reserved: 0,
        credits_charged: 12,
        result: { label: 'Identity confirmed', outcome: 'positive' },
      },
      {
        request_id: pending.requestId,
        created_at: '2026-09-01T08:00:00.000Z',
        service_code: 'said_verification',
        service_label: 'SA ID (Basic)',
        reference: null,
        purpose: 'Test of a prospective employee',
        submitted_by: null,
        submitted_by_name: null,
        subject: '*********0071',
        status: 'pending',
        credits_reserved: 5,
        credits_charged: 0,
        result: null,
      },
    ]);
  });

  it('answers an empty list for a client without verifications', async () => {
    expect(await list(await signInClient(api))).to.deep.equal({ data: [], next_cursor: null });
  });

  describe('page by page', () => {
    // Pairs share a timestamp, so that the order by id matters too.
    const moments = [0, 0, 1, 1, 2, 2, 3].map((second) => new Date(Date.UTC(2026, 8, 1, 8, 0, second)));
    let caller: Caller;
    let newestFirst: string[];

    before(async () => {
      caller = await signInClient(api);
      const built: BuiltVerification[] = [];
      for (const createdAt of moments) built.push(await build(caller, { createdAt }));
      newestFirst = built
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
        .map(({ requestId }) => requestId);
    });

    it('gives every entry once, newest first, also when new ones arrive between the pages', async () => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: WireHistory = await list(caller, `?limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...idsOf(page.data));
        cursor = page.next_cursor;
        await build(caller, { createdAt: new Date('2027-01-01T00:00:00Z') });
      }
      expect(seen).to.deep.equal(newestFirst);
    });

    it('has no next cursor when the last page is exactly full', async () => {
      const query = '?created_to=2026-09-30&limit=7';
      const page = await list(caller, query);
      expect(page.data).to.have.length(7);
      expect(page.next_cursor).to.equal(null);
    });

    it('links to the next page under the public address, with all filters kept', async () => {
      const query = '?status=pending&created_to=2026-09-30&limit=2';
      const answer = await caller.get(`/api/v1/verifications${query}`);
      const { next_cursor } = answer.body as WireHistory;
      const [, target = '', relation] = /^<(.+)>; rel="(\w+)"$/.exec(answer.headers.get('link') ?? '') ?? [];
      expect(relation).to.equal('next');
      const url = new URL(target);
      expect(url.origin + url.pathname).to.equal('https://api.example.test/api/v1/verifications');
      expect(Object.fromEntries(url.searchParams)).to.deep.equal({
        status: 'pending',
        created_to: '2026-09-30',
        limit: '2',
        cursor: next_cursor,
      });
      expect(idsOf((await list(caller, url.search)).data)).to.deep.equal(newestFirst.slice(2, 4));
    });

    it('goes on with the subject by the cursor alone, so that no address repeats it', async () => {
      const subject = '0001010004073';
      const own = [];
      for (const createdAt of moments.slice(0, 3)) own.unshift(await build(caller, { createdAt, subject }));
      const expected = idsOf((await list(caller, `?subject=${subject}`)).data);
      expect(expected).to.have.members(own.map(({ requestId }) => requestId));

      const first = await caller.get(`/api/v1/verifications?subject=${subject}&status=pending&limit=1`);
      expect(first.headers.get('deprecation')).to.equal('@1795305600');
      expect((await caller.get('/api/v1/verifications')).headers.get('deprecation')).to.equal(null);
      const [, target = ''] = /^<(.+)>;/.exec(first.headers.get('link') ?? '') ?? [];
      expect([...new URL(target).searchParams.keys()]).to.have.members(['status', 'limit', 'cursor']);
      const second = await list(caller, new URL(target).search);
      expect(idsOf(second.data)).to.deep.equal(expected.slice(1, 2));
      const third = await list(caller, `?cursor=${second.next_cursor}`);
      expect(idsOf(third.data)).to.deep.equal(expected.slice(2));

      const file = await caller.get(`/api/v1/verifications?cursor=${second.next_cursor}`, {
        Accept: 'text/csv',
      });
      expect(
        file.body
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map((line: string) => line.split(',')[0]),
      ).to.deep.equal(expected.slice(2));
    });

    it('takes a subject that is given beside the cursor rather than that of the cursor', async () => {
      await build(caller, { createdAt: new Date('2025-09-01T08:00:00Z'), subject: '0001010005070' });
      for (const _twice of [1, 2]) await build(caller, { subject: '0001010006078' });
      const { next_cursor } = await list(caller, '?subject=0001010006078&limit=1');
      const { data } = await list(caller, `?cursor=${next_cursor}&subject=0001010005070`);
      expect(data).to.have.length(1);
      expect(data[0]?.subject).to.equal('*********5070');
    });

    it('has no link on the last page', async () => {
      expect((await caller.get('/api/v1/verifications?limit=100')).headers.get('link')).to.equal(null);
    });

    it('refuses a cursor that was changed or made up', async () => {
      const { next_cursor } = await list(caller, '?limit=1');
      const other = await list(caller, '?limit=1&status=pending');
      const forged = [
        '',
        'x',
        '!!!!',
        `${next_cursor}=`,
        `${next_cursor}A`,
        `${next_cursor?.startsWith('A') ? 'B' : 'A'}${next_cursor?.slice(1)}`,
        Buffer.from(`${Date.now()}.${newestFirst[0]}`).toString('base64url'),
        'A'.repeat(4_000),
      ];
      expect(other.next_cursor, 'a position is a position, whatever the filter').to.equal(next_cursor);
      for (const cursor of forged) {
        const answer = await caller.get(`/api/v1/verifications?cursor=${encodeURIComponent(cursor)}`);
        expect(answer.status, cursor).to.equal(422);
        expect(answer.body.errors).to.have.length(1);
      }
    });

    it('refuses the cursor of another list', async () => {
      const entries = await caller.get('/api/v1/wallet/entries?limit=1');
      const { next_cursor } = entries.body;
      expect((await caller.get(`/api/v1/verifications?cursor=${next_cursor}`)).status).to.equal(422);
    });
  });
});
