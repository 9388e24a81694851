import { connect } from 'node:net';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import type { Answer, TestClient } from '../../support/http/client.js';
import { faultsOf } from '../../support/http/faults-of.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const FILE = 'Content-Disposition: form-data; name="file"; filename="rows.csv"';
const PURPOSE = 'Content-Disposition: form-data; name="purpose"';

describe('Forms with a batch', function () {
  this.timeout(60_000);

  let api: TestApi;
  let token: string;
  let owner: TestClient;
  before(async () => {
    api = await startApi();
    token = await api.login(await api.createClientUser());
    owner = api.client.withToken(token);
  });
  after(() => api.close());

  const sendBody = (...pieces: (string | Buffer)[]): Promise<Answer> => {
    const body = new Uint8Array(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
    return owner.send('POST', '/api/v1/batches', {
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
  };
  const part = (headers: string, content: string | Buffer) => [`--x\r\n${headers}\r\n\r\n`, content, '\r\n'];
  const send = (...parts: [headers: string, content: string | Buffer][]): Promise<Answer> =>
    sendBody(...parts.flatMap(([headers, content]) => part(headers, content)), '--x--\r\n');

  it('are refused by their announced length before they are sent, on a connection that stays open', async () => {
    const { hostname, host, port } = new URL(api.url);
    const length = 7 * 1024 * 1024;
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    const arrives = (text: string) => waitFor(() => received.includes(text), { describe: text });
    try {
      socket.write(
        `POST /api/v1/batches HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n--x\r\n`,
      );
      await arrives('The file is larger than 5 MiB.');
      expect(received).to.match(/^HTTP\/1\.1 413 /);
      socket.write(Buffer.alloc(length - '--x\r\n'.length));
      received = '';
      socket.write(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      await arrives('{"status":"ok"}');
    } finally {
      socket.destroy();
    }
  });

  it('may say the character set of a text', async () => {
    const headers = `${PURPOSE}\r\nContent-Type: text/plain; charset=ISO-8859-1`;
    const answer = await send([headers, Buffer.from('Größe', 'latin1')], [FILE, 'subject\r\n']);
    expect(faultsOf(answer)).to.deep.equal({ file: 'invalid_file' });
  });

  const unreadable: [name: string, headers: string, content: Buffer][] = [
    [
      'is in a character set that is not read',
      `${PURPOSE}\r\nContent-Type: text/plain; charset=KOI8-R`,
      Buffer.of(0xc1),
    ],
    ['is not in UTF-8, and does not say in what', PURPOSE, Buffer.from('Größe', 'latin1')],
    [
      'is not in UTF-8, although it says so',
      `${PURPOSE}\r\nContent-Type: text/plain; charset=utf-8`,
      Buffer.of(0xc1),
    ],
  ];
  for (const [name, headers, content] of unreadable) {
    it(`are refused where a text ${name}`, async () => {
      const answer = await send([headers, content], [FILE, 'subject\r\n1\r\n']);
      expect([answer.status, faultsOf(answer)]).to.deep.equal([422, { purpose: 'invalid_text' }]);
    });
  }

  it('are refused where a file begins behind their end, and never ends', async () => {
    const form = [...part(FILE, 'subject\r\n1\r\n'), '--x--\r\n'];
    const answer = await sendBody(...form, '\r\n', ...part(PURPOSE, 'Reading on'), ...part(FILE, 'endless'));
    expect([answer.status, answer.body.status]).to.deep.equal([400, 'malformed_request']);
  });

  it('are refused where a part has no name', async () => {
    const field = await send(['Content-Disposition: form-data', 'x'], [FILE, 'subject\r\n1\r\n']);
    expect([field.status, faultsOf(field)]).to.deep.equal([422, { '': 'unknown_field' }]);
    const file = await send(['Content-Disposition: form-data; filename="rows.csv"', 'x']);
    expect([file.status, faultsOf(file)]).to.deep.equal([422, { '': 'unknown_field', file: 'required' }]);
  });
});
