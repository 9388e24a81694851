import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { ClientRole } from '../../../shared/domain/roles.js';
import { requestBody } from '../../support/checks/submit.js';
import { buildVerification } from '../../support/database/factories.js';
import type { Answer } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

describe('a person whose right ends while a request of theirs is under way', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
    // What is loaded with the first request must not hold up the one that is watched.
    await api.client.withToken((await newMember('owner')).token).post('/api/v1/verifications', requestBody());
  });
  after(() => api.close());

  /** A person of a new client, and a function that changes their role, like the owner's PATCH. */
  async function newMember(role: ClientRole) {
    const user = await api.createClientUser({ user: { role } });
    const lowerTo = (other: ClientRole) =>
      api.db.query('UPDATE users SET team_role = $2 WHERE id = $1', [user.id, other]);
    return { ...user, token: await api.login(user), lowerTo };
  }

  /** Sends a POST whose body ends only after `meanwhile`; by then its caller has been authenticated. */
  async function postSlowly(token: string, path: string, json: object, meanwhile: () => Promise<unknown>) {
    const body = JSON.stringify(json);
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': 'slowly',
    };
    const opened = request(`${api.url}${path}`, { method: 'POST', headers });
    const answered = once(opened, 'response') as Promise<[IncomingMessage]>;
    await new Promise((resolve) => opened.write(body.slice(0, 10), resolve));
    // Requests are judged in the order in which they arrive.
    expect((await api.client.withToken(token).get('/api/v1/me')).status).to.equal(200);
    await meanwhile();
    opened.end(body.slice(10));
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  }

  /** Runs `act` once a request is waiting for a result, and then ends the wait. */
  async function whileWaiting(send: () => Promise<Answer>, act: () => Promise<unknown>): Promise<Answer> {
    const { settlements } = api.deps;
    const { wait } = settlements;
    let waits = 0;
    settlements.wait = (...args) => {
      waits += 1;
      return wait.apply(settlements, args);
    };
    try {
      const sent = send();
      await waitFor(() => waits > 0, { describe: 'the request waits' });
      await act();
      return await sent;
    } finally {
      settlements.wait = wait;
    }
  }

  it('asks for nothing with a slow body behind it', async () => {
    const { token, clientId, lowerTo } = await newMember('submitter');
    const status = await postSlowly(token, '/api/v1/verifications', requestBody(), () => lowerTo('viewer'));
    expect(status).to.equal(403);
    expect(await api.db.query('SELECT FROM verifications WHERE client_id = $1', [clientId])).to.have.length(
      0,
    );
  });

  it('makes no key with a slow body behind it', async () => {
    const { token, clientId, lowerTo } = await newMember('owner');
    const status = await postSlowly(token, '/api/v1/api-keys', { name: 'M' }, () => lowerTo('viewer'));
    expect(status).to.equal(403);
    expect(await api.db.query('SELECT FROM api_keys WHERE client_id = $1', [clientId])).to.have.length(0);
  });

  it('reads no report at the end of a long poll', async () => {
    const { token, clientId, lowerTo } = await newMember('viewer');
    const { requestId } = await buildVerification(api.db, { clientId, status: 'pending' });
    const caller = api.client.withToken(token);
    const answer = await whileWaiting(
      () => caller.get(`/api/v1/verifications/${requestId}`, { headers: { prefer: 'wait=2' } }),
      () => lowerTo('developer'),
    );
    expect(answer.status).to.equal(403);
    expect(answer.body).not.to.have.property('subject');
  });

  it('is told no result at the end of the wait for it', async () => {
    const { token, clientId, lowerTo } = await newMember('submitter');
    const caller = api.client.withToken(token);
    const send = () =>
      caller.post('/api/v1/verifications', requestBody(), {
        headers: { prefer: 'wait=2', 'idempotency-key': 'waited' },
      });
    const answer = await whileWaiting(send, async () => {
      await waitFor(
        async () =>
          (await api.db.query('SELECT FROM verifications WHERE client_id = $1', [clientId])).length === 1,
        { describe: 'it is accepted' },
      );
      await lowerTo('developer');
    });
    expect(answer.status).to.equal(403);
    expect(answer.body).to.have.property('request_id');
    expect(answer.body).not.to.have.property('subject');
  });

  const ENDS: Readonly<Record<string, (user: Awaited<ReturnType<typeof newMember>>) => Promise<unknown>>> = {
    'signed out': ({ token }) => api.client.withToken(token).post('/api/v1/logout'),
    suspended: ({ id }) => api.db.query('UPDATE users SET suspended = true WHERE id = $1', [id]),
    'in another role': ({ lowerTo }) => lowerTo('developer'),
  };
  for (const [what, end] of Object.entries(ENDS)) {
    it(`gets no document that was printed meanwhile: ${what}`, async () => {
      const user = await newMember('viewer');
      const { requestId } = await buildVerification(api.db, {
        clientId: user.clientId,
        status: 'completed',
      });
      const { pdfPrinter } = api.deps;
      const { print } = pdfPrinter;
      pdfPrinter.print = async (...args) => {
        const file = await print.apply(pdfPrinter, args);
        await end(user);
        return file;
      };
      const caller = api.client.withToken(user.token);
      const answer = await caller.get(`/api/v1/verifications/${requestId}/report.pdf`).finally(() => {
        pdfPrinter.print = print;
      });
      expect(answer.status).to.equal(what === 'in another role' ? 403 : 401);
    });
  }
});
