import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Behaviour, httpAnswer, startRawProvider } from '../../../../harness/raw-provider.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { answer, bytes, call, POSITIVE, SHORT_MS, send } from '../../../support/provider/provider-call.js';
import { readFixture } from '../../../support/provider/provider-fixtures.js';

const NO_RECORD = JSON.stringify(readFixture('errors/no-record-404').body);
const REFUSED = JSON.stringify(readFixture('errors/refused-422').body);

const NO_ANSWER = 'uncertain no_answer incomplete';
const UNEXPECTED = 'uncertain unexpected_status complete';
const NOT_JSON = 'uncertain not_json complete';
const SERVER_ERROR = 'uncertain server_error incomplete';

/** What certainly refuses the call, and only in the provider's own error schema. */
const REFUSALS: readonly [status: number, meaning: string][] = [
  [400, 'refused'],
  [422, 'refused'],
  [401, 'refused_for_now credentials'],
  [402, 'refused_for_now credentials'],
  [403, 'refused_for_now credentials'],
  [429, 'refused_for_now rate_limited'],
];

const CELLS: readonly [what: string, behave: Behaviour, expected: string][] = [
  ['a good answer', answer(200, POSITIVE), 'answered positive'],
  ['a good answer after a byte order mark', answer(200, `\uFEFF${POSITIVE}`), 'answered positive'],
  [
    'a good answer in chunks',
    bytes(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${POSITIVE.length.toString(16)}\r\n${POSITIVE}\r\n0\r\n\r\n`,
    ),
    'answered positive',
  ],
  ['a good answer ended by closing', bytes(`HTTP/1.1 200 OK\r\n\r\n${POSITIVE}`), 'answered positive'],
  [
    'a good answer that says it is not compressed',
    bytes(
      `HTTP/1.1 200 OK\r\nContent-Encoding: Identity\r\nContent-Length: ${POSITIVE.length}\r\n\r\n${POSITIVE}`,
    ),
    'answered positive',
  ],
  ['a reset after reading', (socket) => socket.resetAndDestroy(), NO_ANSWER],
  ['a FIN after reading', (socket) => socket.end(), NO_ANSWER],
  ['a reset inside the body', resetInsideBody, NO_ANSWER],
  ['a cut Content-Length', bytes(`HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n${POSITIVE}`), NO_ANSWER],
  ['a cut chunk', bytes('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"ref'), NO_ANSWER],
  ['half a JSON ended by closing', bytes(`HTTP/1.1 200 OK\r\n\r\n${POSITIVE.slice(0, 40)}`), NOT_JSON],
  ['garbage', bytes('\u0000\u0001garbage\r\n\r\n'), NO_ANSWER],
  ['a 20 kB header', answer(200, POSITIVE, { 'X-Long': 'a'.repeat(20_000) }), NO_ANSWER],
  ['a 100 MB body', flood, NO_ANSWER],
  ['2 MB of valid JSON', answer(200, JSON.stringify({ filler: 'a'.repeat(2 << 20) })), NO_ANSWER],
  ['only an interim answer', bytes('HTTP/1.1 100 Continue\r\n\r\n'), NO_ANSWER],
  ['early hints, and then a good answer', afterInterim('103 Early Hints', 1), 'answered positive'],
  [
    'thousands of interim answers, and then a good one',
    afterInterim('102 Processing', 5_000),
    'answered positive',
  ],
  [
    'two lengths',
    bytes(`HTTP/1.1 200 OK\r\nContent-Length: ${POSITIVE.length}\r\nContent-Length: 5\r\n\r\n${POSITIVE}`),
    NO_ANSWER,
  ],
  ['HTTP/2', bytes('', Buffer.from('00000c04000000000000030000006400040000ffff', 'hex')), NO_ANSWER],
  ['HTML', answer(200, '<html><body>Welcome</body></html>', { 'Content-Type': 'text/html' }), NOT_JSON],
  ['an empty body', answer(200, ''), NOT_JSON],
  ['a JSON array', answer(200, `[${POSITIVE}]`), NOT_JSON],
  ['deeply nested JSON', answer(200, '['.repeat(500_000)), NOT_JSON],
  [
    'invalid UTF-8 in otherwise good JSON',
    bytes('HTTP/1.1 200 OK\r\n\r\n', Buffer.from(POSITIVE.replace('Subject', 'Subj\u00e9ct'), 'latin1')),
    NOT_JSON,
  ],
  ['a gzip bomb', gzipAnswer(200, 'a'.repeat(50 << 20)), NOT_JSON],
  ['a compressed good answer', gzipAnswer(200, POSITIVE), NOT_JSON],
  ['a compressed 401', gzipAnswer(401, REFUSED), UNEXPECTED],
  ['another subject', answer(200, POSITIVE.replaceAll('0071', '1079')), 'uncertain wrong_subject complete'],
  ['wrong types', answer(200, POSITIVE.replace('false', '"no"')), 'uncertain wrong_schema complete'],
  ['a __proto__ key', answer(200, POSITIVE.replace('{', '{"__proto__":{"polluted":true},')), NOT_JSON],
  [
    'an escaped, nested __proto__ key',
    answer(200, POSITIVE.replace('"data":{', '"data":{"\\u005f_proto__":{"polluted":true},')),
    NOT_JSON,
  ],
  [
    'a constructor key',
    answer(200, POSITIVE.replace('{', '{"constructor":{"prototype":{"polluted":true}},')),
    'answered positive',
  ],
  ...[201, 202, 204, 206, 300, 304, 405, 409, 410, 418, 425, 600].map((status): Cell => {
    return [`status ${status}`, answer(status, status === 204 || status === 304 ? '' : POSITIVE), UNEXPECTED];
  }),
  ...[408, 500, 501, 502, 503, 504, 599].map((status): Cell => {
    return [`status ${status}`, answer(status, POSITIVE), SERVER_ERROR];
  }),
  ...REFUSALS.flatMap(([status, meaning]): Cell[] => [
    [`status ${status} in the error schema`, answer(status, REFUSED), meaning],
    [`status ${status} as HTML`, answer(status, '<html>'), UNEXPECTED],
    [`status ${status} without a code`, answer(status, '{"error":{"message":"no"}}'), UNEXPECTED],
    [`status ${status} with an odd code`, answer(status, '{"error":{"code":"a b c"}}'), UNEXPECTED],
    [
      `status ${status} with a message that is no text`,
      answer(status, '{"error":{"code":"x","message":7}}'),
      UNEXPECTED,
    ],
  ]),
  ['404 with code no_record', answer(404, NO_RECORD), 'answered no_record'],
  ['404 with another code', answer(404, REFUSED), UNEXPECTED],
  ['404 as HTML', answer(404, '<html>'), UNEXPECTED],
];
type Cell = (typeof CELLS)[number];

function flood(socket: Socket): void {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  const more = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', more);
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n');
  more();
}

function afterInterim(status: string, times: number): Behaviour {
  const good = httpAnswer(200, POSITIVE);
  return bytes(`HTTP/1.1 ${status}\r\n\r\n`.repeat(times) + good);
}

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), 20);
  socket.on('close', () => clearInterval(timer));
}

function resetInsideBody(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{', () => socket.resetAndDestroy());
}

function gzipAnswer(status: number, body: string): Behaviour {
  const packed = gzipSync(body);
  return bytes(
    `HTTP/1.1 ${status} S\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`,
    packed,
  );
}

describe('a provider call after the connection is made', () => {
  useRealNetwork();

  for (const [what, behave, expected] of CELLS) {
    it(`takes ${what} for "${expected}", with one hit`, async () => {
      const { verdict, hits } = await call(behave);
      expect(verdict).to.equal(expected);
      expect(hits).to.equal(1);
    });
  }

  it('pollutes no prototype', () => {
    expect({}).not.to.have.property('polluted');
  });

  for (const [what, behave] of [
    ['no answer', () => {}],
    ['a dripping body', drip],
    ['a switch of protocols', answer(101, '', { Upgrade: 'other', Connection: 'Upgrade' })],
  ] as const) {
    it(`ends ${what} at its deadline, uncertain, with one hit`, async () => {
      const { exchange, hits, tookMs } = await call(behave, { timeoutMs: SHORT_MS });
      expect(exchange).to.deep.equal({ kind: 'no_answer', error: 'DEADLINE' });
      expect(tookMs).to.be.within(SHORT_MS - 20, SHORT_MS + 1_000);
      expect(hits).to.equal(1);
    });
  }

  it('stops reading an endless body soon after the cap', async () => {
    let sent = 0;
    const { verdict } = await call((socket) => {
      flood(socket);
      socket.on('close', () => {
        sent = socket.bytesWritten;
      });
    });
    expect(verdict).to.equal(NO_ANSWER);
    // The kernel buffers on both sides hold more on top of the 1 MiB that is read.
    expect(sent).to.be.below(30 << 20);
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`never follows a ${status}`, async () => {
      const other = await startRawProvider(answer(200, POSITIVE));
      const { verdict, hits } = await call(answer(status, '', { Location: `${other.url}/verify` }));
      expect(verdict).to.equal(UNEXPECTED);
      expect([hits, other.hits()]).to.deep.equal([1, 0]);
      await other.close();
    });
  }

  it('hands over Retry-After and keeps an unreadable body as base64 evidence', async () => {
    const packed = gzipSync('{}');
    const limited = await call(answer(429, '', { 'Retry-After': '60' }));
    expect(limited.exchange).to.include({ retryAfter: '60' });
    const { exchange } = await call(gzipAnswer(200, '{}'));
    expect(exchange).to.include({ unreadable: true, body: packed.toString('base64') });
  });

  it('says that no second request comes on its connection', async () => {
    const provider = await startRawProvider((socket) => socket.write(httpAnswer(200, POSITIVE)));
    await send(provider.url);
    expect(provider.requests[0]).to.match(/^connection: close\r$/im);
    await provider.close();
  });
});
