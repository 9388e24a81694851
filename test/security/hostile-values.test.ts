import { expect } from 'chai';
import type { RequestOptions } from '../support/http/client.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { OPERATIONS, type Operation } from './support/operations.js';
import { expectSafe } from './support/safe-answer.js';
import { tenancyOf } from './support/tenancy-table.js';
import { buildWorld, callerOf, pathFor, type World } from './support/world.js';

/** The longest a request line may be: beyond some 16 KB the server answers 431. */
const LONG = 8_000;

const IDS: readonly string[] = [
  '0',
  '-1',
  '1e9',
  'null',
  'undefined',
  'constructor',
  '__proto__',
  '%00',
  '%20',
  '%ff',
  '%c0%ae%c0%ae%c0%af',
  '..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%0d%0aX-Injected:%201',
  '%F0%9F%98%80',
  "'%20OR%20'1'='1",
  '1;DROP%20TABLE%20users',
  '$%7bjndi:ldap:%2f%2fx%7d',
  '01a1f944-7c41-711d-be83-32323db8b645',
  'x'.repeat(LONG),
];

/** Spellings that resemble an id of ours, and are none. */
const NEARLY: readonly ((id: string) => string)[] = [
  (id) => id.toUpperCase(),
  (id) => `${id}.`,
  (id) => `${id}%20`,
  (id) => `%20${id}`,
  (id) => `${id}%00`,
  (id) => `${id}%2f`,
  (id) => `${id};x=1`,
  (id) => `${id},${id}`,
  (id) => id.slice(0, -1),
  (id) => `${id}0`,
  (id) => id.replace('_', '-'),
  (id) => id.replace(/^[a-z]+/, 'zzz'),
  (id) => id.replace(/_./, '_8'),
];

const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'NaN',
  '-1',
  '0x10',
  '1e9',
  '١٢',
  'null',
  '[]',
  '{"$ne":1}',
  '__proto__',
  "' OR '1'='1' --",
  '");DROP TABLE users;--',
  '%00%ff',
  '\r\nX-Injected: 1',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://127.0.0.1:9")',
  '\u202egnp.exe',
  '\u{1f600}',
  '../../etc/passwd',
  'http://127.0.0.1:9/',
  '9'.repeat(400),
  'a'.repeat(LONG),
];

/** JSON values other than strings. */
const OTHERS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  [null],
  [['x']],
  {},
  { $gt: '' },
  { toString: 'x', length: 3 },
  JSON.parse('{"__proto__":{"x":1}}'),
  '\ud800',
];

describe('hostile values', function () {
  this.timeout(60_000);

  let api: TestApi;
  let world: World;
  before(async () => {
    api = await startApi();
    world = await buildWorld(api);
  });
  after(() => api.close());

  const send = (operation: Operation, path: string, options: RequestOptions = {}) =>
    callerOf(world, operation).send(operation.method, path, options);

  for (const operation of OPERATIONS.filter(({ ids }) => ids.length > 0)) {
    it(`in place of an id of ${operation.name} are a 404`, async () => {
      const { ids = {} } = tenancyOf(operation.name);
      for (const [parameter, kind] of Object.entries(ids)) {
        const nearly = NEARLY.map((spell) => spell(world.us.ids[kind]));
        // Of a number some of them are a number, and may be one of ours.
        for (const id of [...IDS, ...nearly].filter((text) => kind !== 'entry' || !/^\d+$/.test(text))) {
          const path = pathFor(world, operation, { [parameter]: id });
          const answer = await send(operation, path, { json: operation.body });
          expectSafe(path, answer);
          expect(answer.status, path).to.equal(404);
        }
      }
    });
  }

  for (const operation of OPERATIONS.filter(({ query }) => Object.keys(query).length > 0)) {
    it(`in the query of ${operation.name} are judged, never obeyed`, async () => {
      const path = pathFor(world, operation);
      for (const name of Object.keys(operation.query)) {
        for (const text of TEXTS) {
          const answer = await send(operation, `${path}?${new URLSearchParams({ [name]: text })}`);
          expectSafe(`${path}?${name}=${text.slice(0, 40)}`, answer);
          expect(answer.status, `${name}=${text.slice(0, 40)}`).to.be.oneOf([200, 422]);
        }
        const repeated = await send(operation, `${path}?${name}=1&${name}=2`);
        expect(repeated.status, `${name} twice`).to.equal(422);
        expect(repeated.body.errors[0]).to.include({ field: name, code: 'repeated' });
      }
    });
  }

  const limited = OPERATIONS.filter(({ query }) => 'limit' in query);
  it('for the length of a page are a 422 on every list', async () => {
    expect(limited.length).to.be.greaterThan(6);
    for (const operation of limited) {
      for (const limit of ['0', '-1', '101', '1e9', '1000000000', 'NaN', '1.5', ' 1', '']) {
        const answer = await send(operation, `${pathFor(world, operation)}?limit=${limit}`);
        expect(answer.status, `${operation.name} ${limit}`).to.equal(422);
      }
    }
  });

  for (const operation of OPERATIONS.filter(({ body = {} }) => Object.keys(body).length > 0)) {
    it(`in the fields of ${operation.name} are judged, never obeyed`, async () => {
      const path = pathFor(world, operation);
      for (const name of Object.keys(operation.body ?? {})) {
        for (const value of [...OTHERS, ...TEXTS]) {
          // The surplus field prevents valid requests from being carried out.
          const json = { ...operation.body, [name]: value, no_such_field: 1 };
          const answer = await send(operation, path, { json });
          expectSafe(`${operation.name} ${name}`, answer);
          expect(answer.status, `${name} ${JSON.stringify(value)?.slice(0, 40)}`).to.equal(422);
        }
      }
    });
  }

  it('leave one line each in the log, and nothing of themselves', () => {
    const lines = api.logs();
    expect(lines.filter(({ msg }) => msg === 'request').length).to.be.greaterThan(2_000);
    const text = JSON.stringify(lines);
    for (const trace of [
      'X-Injected',
      'DROP TABLE',
      'jndi',
      'alert(1)',
      'HYPERLINK',
      'etc/passwd',
      'aaaaaaaaaa',
    ]) {
      expect(text).not.to.include(trace);
    }
  });
});
