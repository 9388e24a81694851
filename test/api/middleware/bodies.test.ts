import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { sendRaw } from '../../support/http/raw-http.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const GOOD = { email: 'nobody@example.test', password: 'not the password' };

describe('bodies', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    api.client.send('POST', '/api/v1/login', { body, headers });

  /** Filler that makes the body of a login exactly so long. */
  function bodyOf(bytes: number): string {
    const empty = JSON.stringify({ ...GOOD, filler: '' });
    return JSON.stringify({ ...GOOD, filler: 'x'.repeat(bytes - Buffer.byteLength(empty)) });
  }

  const types: [string, Record<string, string>, number][] = [
    ['application/json', {}, 401],
    ['application/json in upper case', { 'content-type': 'APPLICATION/JSON' }, 401],
    ['a charset of utf-8', { 'content-type': 'application/json; charset="UTF-8"' }, 401],
    ['text', { 'content-type': 'text/plain' }, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['XML', { 'content-type': 'application/xml' }, 415],
    ['a type that ends like JSON', { 'content-type': 'application/problem+json' }, 415],
    ['utf-7', { 'content-type': 'application/json; charset=utf-7' }, 415],
    ['utf-16', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['two charsets', { 'content-type': 'application/json; charset=utf-8; charset=utf-16' }, 415],
    ['a type that is none', { 'content-type': ';;;' }, 415],
    ['no type', { 'content-type': '' }, 415],
    ['compression', { 'content-encoding': 'gzip' }, 415],
    ['an unknown encoding', { 'content-encoding': 'x' }, 415],
  ];
  for (const [what, headers, status] of types) {
    it(`with ${what} are answered with ${status}`, async () => {
      const answer = await post(JSON.stringify(GOOD), headers);
      expect(answer.status).to.equal(status);
      if (status === 415) expect(answer.body.status).to.equal('unsupported_media_type');
    });
  }

  it('that are compressed are never unfolded', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000, ' '));
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).to.equal(415);
  });

  const malformed: [string, string | Uint8Array][] = [
    ['half of a JSON text', '{"email": "a'],
    ['no JSON', 'email=a'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '5'],
    ['a string', '"x"'],
    ['white space', '   '],
    ['NaN', '{"email": NaN}'],
    ['a comment', '{} // x'],
    ['a byte order mark', `\ufeff${JSON.stringify(GOOD)}`],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a name twice', '{"email":"a@example.test","email":"b@example.test","password":"x"}'],
    ['a name twice, once escaped', '{"email":"a@example.test","\\u0065mail":"b","password":"x"}'],
    ['a name twice deep inside', '{"x":[{"a":{"b":1,"c":2,"b":3}}]}'],
    ['nesting in lists', `{"a":${'['.repeat(15_000)}${']'.repeat(15_000)}}`],
    ['nesting in objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ];
  for (const [what, body] of malformed) {
    it(`of ${what} are answered with 400`, async () => {
      const answer = await post(body);
      expect(answer.status).to.equal(400);
      expect(answer.body).to.have.all.keys('status', 'message', 'correlation_id', 'doc_url');
      expect(answer.body.status).to.equal('malformed_request');
    });
  }

  it('may repeat a name in different objects and as a value', async () => {
    const answer = await post('{"email":"email","password":"email","a":{"email":1},"b":[{"x":1},{"x":2}]}');
    expect(answer.status).to.equal(422);
  });

  it('that are missing are answered with 400', async () => {
    expect((await api.client.post('/api/v1/login')).status).to.equal(400);
  });

  /** Sends a body in chunks, under a media type or none. */
  function sendChunks(path: string, type: string, chunks: string) {
    const contentType = type === '' ? '' : `Content-Type: ${type}\r\n`;
    return sendRaw(
      api.url,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n${contentType}\r\n${chunks}0\r\n\r\n`,
    );
  }

  // PHP sends a POST without fields as a form in no chunks, and an empty stream of Java or Go has no type.
  for (const type of ['', 'application/x-www-form-urlencoded', 'application/json']) {
    it(`in chunks of which there are none, with the type '${type}', count as missing`, async () => {
      expect((await sendChunks('/api/v1/login/passkey/options', type, '')).status).to.equal(200);
      const required = await sendChunks('/api/v1/login', type, '');
      expect(required.status).to.equal(400);
      expect(required.body).to.include('The request has no body.');
    });
  }

  it('in chunks are answered with 415 if they are not JSON, however long they are', async () => {
    const chunk = `a000\r\n${'x'.repeat(0xa000)}\r\n`;
    for (const chunks of ['2\r\n{}\r\n', chunk, chunk.repeat(30)]) {
      const answer = await sendChunks('/api/v1/login/passkey/options', 'text/plain', chunks);
      expect(answer.status).to.equal(415);
    }
  });

  const odd: [string, string, Record<string, string>][] = [
    ['numbers beyond all bounds', '{"email":1e400,"password":-1e400}', { email: 'invalid_type' }],
    ['__proto__', '{"__proto__":{"email":"a@example.test","password":"x"}}', { __proto__x: 'unknown_field' }],
    ['constructor', '{"constructor":{"prototype":{"polluted":1}}}', { constructor: 'unknown_field' }],
    ['a lone surrogate', '{"email":"a\\ud800@example.test","password":"x"}', { email: 'invalid_text' }],
    [
      'objects with the names of all objects',
      '{"email":{"constructor":1,"__proto__":2},"password":{"then":1}}',
      { email: 'invalid_type' },
    ],
    ['a NUL', '{"email":"a\\u0000@example.test","password":"x"}', { email: 'invalid_text' }],
  ];
  for (const [what, body, expected] of odd) {
    it(`with ${what} are answered with 422`, async () => {
      const answer = await post(body);
      expect(answer.status).to.equal(422);
      const codes = answer.body.errors.map(
        (fault: { field: string; code: string }) => `${fault.field} ${fault.code}`,
      );
      for (const [field, code] of Object.entries(expected)) {
        expect(codes).to.include(`${field.replace('__proto__x', '__proto__')} ${code}`);
      }
      expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
    });
  }

  it('may have 32 KiB and not a byte more', async () => {
    expect((await post(bodyOf(32 * 1024))).status).to.equal(422);
    const answer = await post(bodyOf(32 * 1024 + 1));
    expect(answer.status).to.equal(413);
    expect(answer.body.status).to.equal('payload_too_large');
  });

  it('that are too large are 415 first when they are not JSON', async () => {
    expect((await post('x'.repeat(40_000), { 'content-type': 'text/plain' })).status).to.equal(415);
  });

  it('that announce too much are refused before they are sent', async () => {
    const answer = await sendRaw(
      api.url,
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{',
    );
    expect(answer.status).to.equal(413);
    expect(answer.head).to.match(/\r\nConnection: close/i);
  });

  it('that never end are refused and cut off', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const answer = await sendRaw(
      api.url,
      'POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      ...Array<string>(17).fill(chunk),
    );
    expect(answer.status).to.equal(413);
  });

  it('of 32 KiB of the worst kind take less than 250 ms of processor time', async () => {
    const worst = [
      `{${Array.from({ length: 4_000 }, (_, index) => `"${index}":1`).join()}}`.slice(0, 32_000),
      `{"email":"${'a@'.repeat(16_000)}"}`,
      `{"email":"${'a.'.repeat(120)}@example.test","password":"${'\\\\'.repeat(15_000)}"}`,
      `{"a":"${'\\"'.repeat(16_000)}"}`,
      `{${'"a":{'.repeat(30)}${'}'.repeat(31)}`,
    ];
    for (const body of worst) {
      const before = process.cpuUsage();
      expect((await post(body)).status).to.be.within(400, 422);
      // Not the time that passes: on a busy machine that says how busy it is.
      expect(process.cpuUsage(before).user / 1_000).to.be.below(250);
    }
  });

  it('with thousands of unknown fields are not answered with megabytes', async () => {
    const fields = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`f${index}`, 1]));
    const answer = await post(JSON.stringify(fields));
    expect(answer.status).to.equal(422);
    expect(answer.body.errors.length).to.be.below(60);
  });
});
