import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { fromUUID } from 'typeid-js';
import { newId } from '../../shared/domain/ids.js';
import { ID_PREFIXES } from '../../shared/domain/public-id.js';
import { submit } from '../support/checks/submit.js';
import type { Answer } from '../support/http/client.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { OPERATIONS, type Operation } from './support/operations.js';
import { rowsOf } from './support/rows.js';
import { type Named, tenancyOf } from './support/tenancy-table.js';
import { buildWorld, callerOf, pathFor, type World } from './support/world.js';

/** The same id in every spelling an address allows. */
const SPELLINGS: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => id.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`),
  (id) => id.toUpperCase(),
  (id) => `${id}.`,
  (id) => `${id}%00`,
];

/** Ids that name the same thing to everyone. */
const SHARED: readonly Named[] = ['staff', 'service', 'entry'];

const ofClients = OPERATIONS.filter(({ name }) => tenancyOf(name).for === 'client');

describe('what belongs to another client', function () {
  this.timeout(60_000);

  let api: TestApi;
  let world: World;
  let theirRows: string;
  before(async () => {
    api = await startApi();
    world = await buildWorld(api);
    theirRows = await rowsOf(api.db, world.them.user.clientId);
  });
  after(() => api.close());

  const callers = (operation: Operation) =>
    tenancyOf(operation.name).keys !== undefined ? [world.us.client, world.us.machine] : [world.us.client];
  /** Everything about an answer that a caller can see; the correlation id is set by the caller, so it never differs. */
  async function ask(caller: ReturnType<typeof callers>[number], operation: Operation, path: string) {
    const headers = { 'x-correlation-id': 'same' };
    const answer = await caller.send(operation.method, path, { json: operation.body, headers });
    return seen(answer);
  }

  // The number of an entry is one of the caller's own log, whatever it is: a test of the proofs has that.
  for (const operation of ofClients.filter(({ ids }) => ids.length > 0 && !ids.includes('entry_no'))) {
    it(`is to ${operation.name} as if it did not exist, whatever it is and however it is written`, async () => {
      for (const caller of callers(operation)) {
        for (const parameter of operation.ids) {
          const own = tenancyOf(operation.name).ids?.[parameter];
          if (own === undefined) throw new Error(`${operation.name} does not say what ${parameter} is`);
          const prefix = world.us.ids[own].split('_')[0] ?? '';
          const unknown = fromUUID(newId(), prefix);
          const expected = await ask(caller, operation, pathFor(world, operation, { [parameter]: unknown }));
          expect(expected, operation.name).to.include('"not_found"').and.match(/^404 /);
          const theirs = Object.values(world.them.ids);
          const renamed = theirs.map((id) => id.replace(/^[a-z]+/, prefix));
          const others = Object.values(ID_PREFIXES).map((kind) => fromUUID(newId(), kind));
          const written = theirs.flatMap((id) => SPELLINGS.map((spell) => spell(id)));
          for (const id of [...written, ...renamed, ...others]) {
            const path = pathFor(world, operation, { [parameter]: id });
            expect(await ask(caller, operation, path), path).to.equal(expected);
          }
        }
      }
    });
  }

  it('is no delivery of our webhook, and our delivery none of theirs', async () => {
    const operation = OPERATIONS.find(({ ids }) => ids.includes('deliveryId'));
    if (operation === undefined) throw new Error('No operation has deliveries');
    const { us, them } = world;
    const second = await us.client.post('/api/v1/webhooks', {
      url: 'http://127.0.0.1:9/second',
      events: ['wallet.low_balance'],
    });
    const pairs = [
      { id: us.ids.webhook, deliveryId: them.ids.delivery },
      { id: them.ids.webhook, deliveryId: us.ids.delivery },
      { id: them.ids.webhook, deliveryId: them.ids.delivery },
      { id: second.body.webhook_id, deliveryId: us.ids.delivery },
    ];
    for (const pair of pairs) {
      expect((await us.client.post(pathFor(world, operation, pair))).status).to.equal(404);
    }
  });

  it('is in no list, whatever it is searched for', async () => {
    const { us, them } = world;
    const entries = await them.client.get('/api/v1/wallet/entries');
    const theirs = [
      ...Object.values(them.ids).filter((id) => !SHARED.some((kind) => them.ids[kind] === id)),
      ...entries.body.data.map(({ entry_id }: { entry_id: string }) => entry_id),
      them.idempotencyKey,
    ];
    for (const operation of ofClients.filter(({ method, ids }) => method === 'GET' && ids.length === 0)) {
      const searches = Object.keys(operation.query).flatMap((name) =>
        [...theirs, them.subject].map((value) => `?${new URLSearchParams({ [name]: value })}`),
      );
      for (const caller of callers(operation)) {
        for (const search of ['', ...searches]) {
          // Without a search as a file, too: what is searched for decides the rows, not their form.
          for (const accept of search === '' ? ['application/json', 'text/csv'] : ['application/json']) {
            const answer = await caller.get(`${operation.path}${search}`, { headers: { accept } });
            expect(answer.status, search).to.be.oneOf([200, 422]);
            const text = JSON.stringify(answer.body);
            for (const id of theirs) expect(text, `${operation.path}${search}`).not.to.include(id);
          }
        }
      }
    }
    expect((await us.client.get('/api/v1/verifications')).body.data).to.have.length(2);
  });

  /** By the name of the parameter that carries a position. */
  const paged = ['cursor', 'after'].flatMap((parameter) =>
    OPERATIONS.filter(({ query }) => parameter in query).map((operation) => ({ operation, parameter })),
  );
  it('has cursors that are of no use to us, in any list', async () => {
    const cursors: string[] = [];
    for (const path of ['/api/v1/verifications', '/api/v1/wallet/entries', '/api/v1/events']) {
      cursors.push((await world.them.client.get(`${path}?limit=1`)).body.next_cursor);
    }
    expect(cursors).to.have.length(3).and.not.include(null);
    for (const { operation, parameter } of paged) {
      for (const cursor of [...cursors, 'AAAA', Buffer.alloc(40).toString('base64url')]) {
        const path = `${pathFor(world, operation)}?${parameter}=${cursor}`;
        const answer = await callerOf(world, operation).get(path);
        expect(answer.status, path).to.equal(422);
        expect(answer.body.errors[0]).to.include({ field: parameter, code: 'invalid_cursor' });
      }
    }
  });

  it('does not answer to an idempotency key: the same one is another request of ours', async () => {
    const key = `shared-${randomUUID()}`;
    const [ours, theirs] = await Promise.all(
      [world.us, world.them].map(({ user }) =>
        api.login(user).then((token) => submit(api.client, token, { key })),
      ),
    );
    expect([ours?.status, theirs?.status]).to.deep.equal([202, 202]);
    expect(ours?.body.request_id).not.to.equal(theirs?.body.request_id);
    const found = await world.us.client.get(`/api/v1/verifications?idempotency_key=${key}`);
    expect(found.body.data.map(({ request_id }: { request_id: string }) => request_id)).to.deep.equal([
      ours?.body.request_id,
    ]);
  });

  it('is not reached by headers, cookies or fields that name it', async () => {
    const { us, them } = world;
    const names = [
      'x-client-id',
      'x-user-id',
      'x-forwarded-user',
      'x-original-url',
      'x-rewrite-url',
      'x-tenant',
    ];
    const plain = seen(await us.client.get('/api/v1/wallet', { headers: { 'x-correlation-id': 'same' } }));
    for (const name of names) {
      const value = name.endsWith('url') ? '/api/v1/admin/clients' : them.ids.client;
      const headers = { 'x-correlation-id': 'same', [name]: value, cookie: `client_id=${them.ids.client}` };
      expect(seen(await us.client.get('/api/v1/wallet', { headers })), name).to.equal(plain);
    }
    const query = await us.client.get(`/api/v1/wallet?client_id=${them.ids.client}`);
    expect(query.status).to.equal(422);
  });

  it('is as it was after all of this', async () => {
    const now = await rowsOf(api.db, world.them.user.clientId);
    // Their own submission above is the only thing that was added.
    for (const row of theirRows.split('\n')) expect(now).to.include(row);
  });

  describe('for staff and owners', () => {
    const users = OPERATIONS.filter(({ ids, method }) => ids.includes('user_id') && method === 'PATCH');
    it('is a user under the own client only, and no user of a client is staff', async () => {
      expect(users).to.have.length(3);
      for (const operation of users) {
        const caller = callerOf(world, operation);
        const foreign = [world.them.ids.clientUser, world.us.ids.client, fromUUID(newId(), 'usr')];
        const other = operation.path.includes('/staff/') ? world.us.ids.clientUser : world.us.ids.staff;
        for (const user_id of [...foreign, other]) {
          const answer = await caller.send('PATCH', pathFor(world, operation, { user_id }), {
            json: { suspended: true },
          });
          expect(answer.status, `${operation.name} ${user_id}`).to.equal(404);
        }
      }
      expect((await world.us.client.get('/api/v1/me')).status).to.equal(200);
      expect((await world.them.client.get('/api/v1/me')).status).to.equal(200);
    });
  });
});

/** An answer without what differs by nature: its time, and the length that depends on it. */
function seen({ status, headers, body }: Answer): string {
  const kept = [...headers].filter(([name]) => name !== 'date' && name !== 'keep-alive');
  return `${status} ${JSON.stringify(body)} ${JSON.stringify(kept)}`;
}
