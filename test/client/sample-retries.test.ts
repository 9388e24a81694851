import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { closeServer, listen } from '../../shared/ops/listen.js';
import { buildSamples, languagesHere, runSample } from '../support/samples.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Heard {
  method: string | undefined;
  key: string | string[] | undefined;
  body: string;
}

const ID = 'ver_01h2xcejqtf2nbrexx3vqjhp41';

/** A service on a bad day: the answer is lost, then the database is away, then the check takes its time. */
const BAD_DAY: readonly ((res: ServerResponse) => unknown)[] = [
  (res) => res.destroy(),
  (res) =>
    res
      .writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
      .end('{"status":"service_unavailable","message":"Later.","correlation_id":"c-1","stored":"no"}'),
  (res) => res.writeHead(202).end(`{"request_id":"${ID}","status":"pending"}`),
  (res) => res.end(`{"request_id":"${ID}","status":"completed","result":{"outcome":"negative"}}`),
];

describe('a sample on a bad day', function () {
  this.timeout(60_000);

  let server: Server;
  let base: string;
  let heard: Heard[];
  before(async () => {
    const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      const body = await text(req);
      const answer = BAD_DAY[heard.length];
      heard.push({ method: req.method, key: req.headers['idempotency-key'], body });
      if (answer === undefined) res.writeHead(500).end('{"status":"internal_error"}');
      else answer(res);
    };
    server = createServer((req, res) => void handle(req, res));
    base = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}/api/v1`;
  });
  beforeEach(() => {
    heard = [];
  });
  after(async () => {
    server.closeAllConnections();
    await closeServer(server);
  });

  for (const language of languagesHere()) {
    it(`for ${language.name} sends the same under the same key, then waits`, async () => {
      const built = temporaryFolder();
      try {
        buildSamples(language, built);
        const variables = { BASE: base, TOKEN: 'vk_test' };
        const { said, complained } = await runSample([...language.submit(built), 'lease-17'], variables);
        expect(said, complained).to.equal(`${ID} completed negative`);
        const [first, ...others] = heard;
        expect(first).to.include({ method: 'POST', key: 'lease-17' });
        expect(others).to.deep.equal([first, first, { method: 'GET', key: undefined, body: '' }]);
      } finally {
        rmSync(built, { recursive: true });
      }
    });
  }
});
