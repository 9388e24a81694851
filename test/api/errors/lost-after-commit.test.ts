import { expect } from 'chai';
import { toPublicId } from '../../../shared/domain/ids.js';
import { type PartNews, settleParts } from '../../support/checks/reviews.js';
import { acceptOne } from '../../support/checks/submissions.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { type CuttableApi, startCuttableApi } from '../../support/processes/cuttable-api.js';
import { csvOf, upload } from '../../support/uploads/batch-files.js';

const SUBJECT = '0001010000071';

describe('What is stored is never said not to be, if PostgreSQL is lost once it has committed', function () {
  this.timeout(60_000);

  let cuttable: CuttableApi;
  let people: Record<'owner' | 'support' | 'admin' | 'colleague', TestClient>;
  let clientId: string;
  before(async () => {
    cuttable = await startCuttableApi({ approvalCredits: 10 });
  });
  after(() => cuttable.close());
  beforeEach(async () => {
    const { api } = cuttable;
    const user = await api.createClientUser();
    clientId = user.clientId;
    people = {
      owner: await api.signIn(user),
      support: await api.signIn(await api.createStaff('support')),
      admin: await api.signIn(await api.createStaff('admin')),
      colleague: await api.signIn(await api.createStaff('admin')),
    };
  });
  afterEach(() => {
    setTwoPeople(false);
    cuttable.link.restore();
  });

  const setTwoPeople = (twoPeople: boolean) => Object.assign(cuttable.api.deps.config, { twoPeople });
  const client = () => `/api/v1/admin/clients/${toPublicId('client', clientId)}`;

  /** The address of a case on the review desk. */
  async function review(news: PartNews = 'lost'): Promise<string> {
    const { db } = cuttable.api;
    const submission = await acceptOne(db, { clientId });
    await settleParts(db, submission, [news]);
    return `/api/v1/support/reviews/${toPublicId('verification', submission.verificationId)}`;
  }

  async function batch(): Promise<{ address: string; credits: number }> {
    const { batch_id: id, credits } = (await upload(people.owner, csvOf(2))).body;
    return { address: `/api/v1/batches/${id}`, credits };
  }

  /** The address of something that the colleague has proposed. */
  async function proposal(path: string, body: object): Promise<string> {
    setTwoPeople(true);
    const { approval_id: id } = (await people.colleague.post(client() + path, body)).body;
    return `/api/v1/admin/approvals/${id}`;
  }

  const credits = () => ({ amount: 20, note: 'An order', idempotency_key: `order-${clientId}` });
  const erasure = { subject: SUBJECT, reason: 'The person asks for it' };
  const decision = (more: object) => ({ note: 'Looked at', ...more });

  interface Act {
    /** What it writes, in the words of a statement. */
    writes: string;
    status: number;
    /** Prepares it. */
    make(): Promise<() => Promise<Answer>>;
  }

  const ACTS: Readonly<Record<string, Act>> = {
    'a new client': {
      ...{ writes: 'INSERT INTO clients', status: 201 },
      make: async () => () => people.admin.post('/api/v1/admin/clients', { name: 'New' }),
    },
    'a new member of the team': {
      ...{ writes: 'INSERT INTO users', status: 201 },
      make: async () => () =>
        people.owner.post('/api/v1/team', { email: `${clientId}@new.example.test`, role: 'viewer' }),
    },
    'a note on a case': {
      ...{ writes: 'INSERT INTO review_notes', status: 201 },
      make: async () => {
        const address = await review();
        return () => people.support.post(`${address}/notes`, { text: 'Ask the provider' });
      },
    },
    'a case that is taken': {
      ...{ writes: 'reviews', status: 200 },
      make: async () => {
        const address = await review();
        return () => people.support.post(`${address}/take`);
      },
    },
    'a case that is completed': {
      ...{ writes: 'INSERT INTO review_notes', status: 200 },
      make: async () => {
        const address = await review();
        const body = decision({ decision: 'complete', outcome: 'positive', label: 'Found' });
        return () => people.support.post(`${address}/resolution`, body);
      },
    },
    'a case that is sent back': {
      ...{ writes: 'INSERT INTO review_notes', status: 200 },
      make: async () => {
        const address = await review('never_sent');
        return () => people.support.post(`${address}/resolution`, decision({ decision: 'requeue' }));
      },
    },
    'a batch': {
      ...{ writes: 'INSERT INTO batches', status: 201 },
      make: async () => () => upload(people.owner, csvOf(2)),
    },
    'a batch that is started': {
      ...{ writes: 'UPDATE batches', status: 200 },
      make: async () => {
        const { address, credits: approved } = await batch();
        const consents = { charge_approved: true, authority_confirmed: true, credits_approved: approved };
        return () => people.owner.post(`${address}/start`, consents);
      },
    },
    'a batch that is cancelled': {
      ...{ writes: 'UPDATE batches', status: 200 },
      make: async () => {
        const { address } = await batch();
        return () => people.owner.post(`${address}/cancel`);
      },
    },
    'credits that are approved': {
      ...{ writes: 'UPDATE approvals', status: 200 },
      make: async () => {
        const address = await proposal('/credits', credits());
        return () => people.admin.post(`${address}/approve`);
      },
    },
    'a proposal that is declined': {
      ...{ writes: 'UPDATE approvals', status: 200 },
      make: async () => {
        const address = await proposal('/credits', credits());
        return () => people.admin.post(`${address}/decline`);
      },
    },
    'an erasure': {
      ...{ writes: 'INSERT INTO erasures', status: 200 },
      make: async () => {
        await review('positive');
        return () => people.admin.post(`${client()}/personal-data/erasures`, erasure);
      },
    },
    'an erasure that is approved': {
      ...{ writes: 'INSERT INTO erasures', status: 200 },
      make: async () => {
        await review('positive');
        const address = await proposal('/personal-data/erasures', erasure);
        return () => people.admin.post(`${address}/approve`);
      },
    },
  };

  for (const [what, { writes, status, make }] of Object.entries(ACTS)) {
    it(`${what}: not if it is away for longer`, async () => {
      const act = await make();
      void cuttable.link.severAfterCommitOf(writes);
      const answer = await act();
      expect(answer.status, JSON.stringify(answer.body)).to.equal(503);
      expect(answer.body.stored).to.equal('unknown');
    });

    it(`${what}: nor if only the connections are cut`, async () => {
      const act = await make();
      const severed = cuttable.link.severAfterCommitOf(writes);
      const answering = act();
      await severed;
      cuttable.link.restore();
      const answer = await answering;
      expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
    });
  }

  it('a test side: nothing is read once it is created', async () => {
    const severed = cuttable.link.severAfterCommitOf('INSERT INTO clients');
    const answer = await people.owner.post('/api/v1/me/mode', { mode: 'test' });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect((await people.owner.get('/api/v1/me')).status).to.equal(503);
    await severed;
  });
});
