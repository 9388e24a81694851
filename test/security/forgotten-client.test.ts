import { expect } from 'chai';
import type { Database, Sql, Transaction } from '../../shared/db/database.js';
import { sealLog } from '../../worker/log/seal-log.js';
import type { TestClient } from '../support/http/client.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { testKeys } from '../support/processes/keys.js';
import { fill, OPERATIONS, type Operation } from './support/operations.js';
import { tenancyOf } from './support/tenancy-table.js';
import { buildWorld, type Tenant, type World } from './support/world.js';

/** A condition that keeps clients apart: the column of the client, or of a parent, compared with a value. */
const FILTER =
  /(?<column>(?:\b[a-z_]+\.)?\bclient_id) = (?<value>\$\d+|\b[a-z_]+\.client_id\b(?!\s*=))(?<array>::uuid)?/g;

/** Without the filter that stands there, or without any: the value stays bound, and every client passes. */
function without(text: string, place?: number): string {
  let seen = -1;
  return text.replace(FILTER, (condition, _column, value: string) => {
    seen += 1;
    return place === undefined || seen === place ? `${value}::uuid IS NOT NULL` : condition;
  });
}

function countFilters(text: string): number {
  return [...text.matchAll(FILTER)].length;
}

/** One filter of one statement. */
interface Forgotten {
  text: string;
  place: number;
}

// The developer's mistake that row-level security guards against, made in every place where it can be made.
describe('a condition on the client that is forgotten', function () {
  this.timeout(120_000);

  let api: TestApi;
  let world: World;
  /** The text that is sent instead. */
  let forgotten: Forgotten | 'every filter' | undefined;
  let wall = true;
  /** The statements with a filter, and the operations that sent them. */
  const statements = new Map<string, Set<Operation>>();
  let asked: Operation | undefined;
  /** The last point before the reads, which themselves add lines to the access log. */
  let lastLook: string;

  before(async () => {
    api = await startApi();
    world = await buildWorld(api);
    for (const tenant of [world.us, world.them]) {
      await tenant.client.get('/api/v1/verifications', { headers: { accept: 'text/csv' } });
      const { body } = await tenant.client.get('/api/v1/access-log');
      lastLook = body.data[0].created_at;
    }
    // Waits for the proofs of lines that are not in the log yet.
    await sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: undefined });
    const { db } = api.deps;
    const { scoped } = db;
    db.scoped = (scope) => {
      const own = scoped(scope);
      const open = scoped('operator');
      return forgetting(() => (wall || scope === 'sign_in' ? own : open));
    };
  });
  afterEach(() => {
    forgotten = undefined;
    wall = true;
  });
  after(() => api.close());

  function rewrite(text: string): string {
    if (countFilters(text) > 0 && asked !== undefined) {
      statements.set(text, (statements.get(text) ?? new Set()).add(asked));
    }
    if (forgotten === 'every filter') return without(text);
    return forgotten?.text === text ? without(text, forgotten.place) : text;
  }

  function forgetting(db: () => Database): Database {
    const within = (sql: Transaction): Transaction => ({
      query: (text, values) => sql.query(rewrite(text), values),
      finish: (text, values) => sql.finish(rewrite(text), values),
    });
    const query: Sql['query'] = (text, values) => db().query(rewrite(text), values);
    return {
      ...db(),
      query,
      statement: (text, values) => db().statement(rewrite(text), values),
      transaction: (work) => db().transaction((sql) => work(within(sql))),
    };
  }

  const reads = OPERATIONS.filter(({ name, method }) => method === 'GET' && tenancyOf(name).for === 'client');

  /**
   * Every way in which a client reads, in JSON and as a file, with its own ids and with those of the client before it.
   */
  async function readAll(operations: Iterable<Operation>): Promise<string> {
    // The later one: if nothing restricted the client, the other's rows would come first.
    const { us: them, them: us } = world;
    const answers: string[] = [];
    for (const operation of operations) {
      asked = operation;
      const parameters = Object.entries(tenancyOf(operation.name).ids ?? {});
      const idsOf = (tenant: Tenant) =>
        Object.fromEntries(parameters.map(([parameter, kind]) => [parameter, tenant.ids[kind]]));
      const searches = [
        operation.path === '/api/v1/access-log' ? `?created_to=${lastLook}` : '',
        ...(operation.query.verification_id === undefined ? [] : [`?verification_id=${us.ids.verification}`]),
        ...(operation.query.subject === undefined ? [] : [`?subject=${them.subject}`]),
      ];
      for (const path of [us, them].map((tenant) => fill(operation, idsOf(tenant)))) {
        for (const search of searches) answers.push(await read(us.client, `${path}${search}`));
      }
    }
    return answers.join('\n');
  }

  async function read(caller: TestClient, path: string): Promise<string> {
    const answers = [];
    for (const accept of ['application/json', 'text/csv']) {
      const { status, body } = await caller.get(path, { headers: { accept } });
      // An error says its correlation id, a page its own cursors, which are sealed anew each time, and a signed
      // document the second in which it was made.
      const isSigned = typeof body === 'string' && body.startsWith('%PDF');
      const isSame = status === 200 && !isSigned;
      answers.push(isSame ? JSON.stringify({ ...body, next_cursor: null }) : String(status));
    }
    return answers.join('\n');
  }

  it('changes no answer, in whatever list or load it is', async () => {
    await readAll(reads);
    const places = [...statements].flatMap(([text, operations]) =>
      Array.from({ length: countFilters(text) }, (_, place) => ({ text, place, operations })),
    );
    expect(places.length, 'filters in the statements of clients').to.be.at.least(12);
    const stopped: string[] = [];
    for (const { text, place, operations } of places) {
      const right = await readAll(operations);
      forgotten = { text, place };
      expect(await readAll(operations), `${text} without filter ${place}`).to.equal(right);
      // The proof that row-level security is what protects: without it, the same mistake changes the answers.
      wall = false;
      if ((await readAll(operations)) !== right) stopped.push(text);
      wall = true;
      forgotten = undefined;
    }
    expect(stopped.length, 'mistakes that nothing else has stopped').to.be.at.least(7);
  });

  it('changes no answer when it is forgotten everywhere', async () => {
    const answersOf = async () => {
      const answers: string[] = [];
      for (const operation of reads) answers.push(await readAll([operation]));
      return answers;
    };
    const right = await answersOf();
    forgotten = 'every filter';
    expect(await answersOf()).to.deep.equal(right);
    wall = false;
    const open = await answersOf();
    const changed = reads.filter((_operation, index) => open[index] !== right[index]);
    expect(changed.map(({ name }) => name)).to.have.lengthOf.at.least(7);
  });
});
