import { expect } from 'chai';
import type { Answer, RequestOptions } from '../support/http/client.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { fill, OPERATIONS, type Operation } from './support/operations.js';
import { expectSafe } from './support/safe-answer.js';
import { buildWorld, callerOf, pathFor, type World } from './support/world.js';

const LIMIT_BYTES = 32 * 1024;

/** Bodies that no operation accepts: by name, how each is made from a valid body, and the answer. */
const BAD_BODIES: readonly [what: string, httpStatus: number, make: (body: string) => RequestOptions][] = [
  ['text', 415, (body) => ({ body, headers: { 'content-type': 'text/plain' } })],
  ['a form', 415, () => ({ body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } })],
  ['XML', 415, () => ({ body: '<a/>', headers: { 'content-type': 'application/xml' } })],
  ['utf-7', 415, (body) => ({ body, headers: { 'content-type': 'application/json; charset=utf-7' } })],
  ['no content type', 415, (body) => ({ body, headers: { 'content-type': '' } })],
  ['compression', 415, (body) => ({ body, headers: { 'content-encoding': 'gzip' } })],
  ['one byte too many', 413, (body) => ({ body: body.padEnd(LIMIT_BYTES + 1) })],
  ['a byte order mark', 400, (body) => ({ body: `\ufeff${body}` })],
  ['invalid UTF-8', 400, () => ({ body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) })],
  ['half of it', 400, (body) => ({ body: body.slice(0, -1) })],
  ['something after it', 400, (body) => ({ body: `${body}{}` })],
  ['null', 400, () => ({ body: 'null' })],
  ['a list', 400, (body) => ({ body: `[${body}]` })],
  ['a number', 400, () => ({ body: '1e400' })],
  ['a name twice', 400, () => ({ body: '{"a":1,"\\u0061":2}' })],
  ['10 000 levels', 400, () => ({ body: `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}` })],
  ['an unknown field', 422, (body) => ({ body: with_(body, '"no_such_field":1') })],
  ['__proto__', 422, (body) => ({ body: with_(body, '"__proto__":{"polluted":1}') })],
  ['constructor', 422, (body) => ({ body: with_(body, '"constructor":{"prototype":{"polluted":1}}') })],
  ['toString and then', 422, (body) => ({ body: with_(body, '"toString":1,"then":1') })],
  ['fields of the row', 422, (body) => ({ body: with_(body, OF_THE_ROW) })],
];

/** What callers may not set (S20), whatever they send it to. */
const OF_THE_ROW =
  '"status":"completed","credits_charged":0,"client_id":"cli_01h2xcejqtf2nbrexx3vqjhp41","request_id":"x","price":0,"token_version":0';

/** A JSON object with further members. */
function with_(body: string, members: string): string {
  return body === '{}' ? `{${members}}` : `${body.slice(0, -1)},${members}}`;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'];

describe('every operation', function () {
  this.timeout(60_000);

  let api: TestApi;
  let world: World;
  before(async () => {
    api = await startApi();
    world = await buildWorld(api);
  });
  after(() => api.close());

  const send = async (operation: Operation, options: RequestOptions, query = ''): Promise<Answer> => {
    const path = `${pathFor(world, operation)}${query}`;
    const answer = await callerOf(world, operation).send(operation.method, path, options);
    expectSafe(operation.name, answer);
    return answer;
  };

  for (const operation of OPERATIONS) {
    const { name, body } = operation;

    it(`${name} refuses a query parameter that it does not know`, async () => {
      const answer = await send(operation, { json: body }, '?no_such_parameter=1&__proto__=1');
      expect(answer.status).to.equal(422);
      const unknown = codes(answer).filter(([, code]) => code === 'unknown_field');
      expect(unknown.map(([field]) => field)).to.deep.equal(['no_such_parameter', '__proto__']);
    });

    // A service_code is free text: any word could be one.
    if (operation.ids.length > 0 && !operation.ids.includes('service_code')) {
      it(`${name} answers an id that is none with 404, whatever else is wrong`, async () => {
        const path = fill(operation, Object.fromEntries(operation.ids.map((id) => [id, 'no-id'])));
        for (const wrong of body === undefined ? [{}] : [{ json: { no_such_field: 1 } }, { body: '{' }]) {
          const answer = await callerOf(world, operation).send(
            operation.method,
            `${path}?no_such_parameter=1`,
            wrong,
          );
          expect(answer.status).to.equal(404);
        }
      });
    }

    if (body === undefined) continue;
    it(`${name} refuses every body that is not one JSON object of its fields`, async () => {
      for (const [what, httpStatus, make] of BAD_BODIES) {
        const answer = await send(operation, make(JSON.stringify(body)));
        expect(answer.status, what).to.equal(httpStatus);
        if (httpStatus === 422)
          expect(
            codes(answer).map(([, code]) => code),
            what,
          ).to.include('unknown_field');
      }
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
    });
  }

  for (const path of new Set(OPERATIONS.map((operation) => operation.path))) {
    it(`at ${path} answers other methods with 405 and Allow, whatever a header says`, async () => {
      const operations = OPERATIONS.filter((operation) => operation.path === path);
      const [first] = operations;
      if (first === undefined) throw new Error(`No operation at ${path}`);
      const allowed = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      for (const method of METHODS.filter((candidate) => !allowed.includes(candidate))) {
        const answer = await callerOf(world, first).send(method, pathFor(world, first), {
          headers: { 'x-http-method-override': first.method, 'x-method-override': first.method },
        });
        expect(answer.status, method).to.equal(405);
        expect(answer.headers.get('allow')?.split(', '), method).to.have.members(allowed);
        if (method !== 'HEAD') expectSafe(`${method} ${path}`, answer);
      }
    });
  }
});

function codes({ body }: Answer): [field: string, code: string][] {
  return body.errors.map(({ field, code }: { field: string; code: string }) => [field, code]);
}
