import { createServer, type IncomingMessage } from 'node:http';
import { memoryIn, ownKey } from './witness/disk.js';
import { type Answer, ownVerifierKey, readLogKey, Witness } from './witness/witness.js';

// A witness of the service's log, for a machine of somebody else's. WITNESS_LOGS: the keys of the logs to watch, with
// commas in between, as /log/vkey shows them. WITNESS_NAME: what it is called in its signatures. WITNESS_DIR: where its
// key and its memory are; who loses that folder has another witness. HOST and PORT: where it listens.
const { WITNESS_LOGS = '', WITNESS_NAME = 'witness', WITNESS_DIR = '.data/witness' } = process.env;
const { HOST = '127.0.0.1', PORT = '7380' } = process.env;
const LARGEST_REQUEST = 64 * 1024;

if (WITNESS_LOGS === '') {
  console.error('WITNESS_LOGS is not set: give the keys of the logs to watch, as /log/vkey shows them');
  process.exit(1);
}
const key = ownKey(WITNESS_DIR);
const logs = WITNESS_LOGS.split(',').map((text) => readLogKey(text.trim()));
const witness = new Witness(WITNESS_NAME, key, logs, memoryIn(WITNESS_DIR));

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_REQUEST) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function answer(request: IncomingMessage): Promise<Answer> {
  if (request.url !== '/add-checkpoint') return { status: 404, body: 'POST /add-checkpoint\n' };
  if (request.method !== 'POST') return { status: 405, body: 'POST /add-checkpoint\n' };
  const body = await readBody(request);
  if (body === undefined) return { status: 413, body: 'too large\n' };
  const given = witness.addCheckpoint(body);
  if (given.body.startsWith('INCONSISTENT'))
    console.error(`${new Date().toISOString()} ${given.body}${body}`);
  return given;
}

const server = createServer((request, response) => {
  void answer(request)
    .catch((error: unknown): Answer => {
      // Nothing is signed on a memory that cannot be read or kept.
      console.error(error);
      return { status: 500, body: 'the witness cannot keep what it signs\n' };
    })
    .then(({ status, body, type = 'text/plain; charset=utf-8' }) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
});
server.requestTimeout = 20_000;
server.listen(Number(PORT), HOST, () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : PORT;
  console.log(
    `The witness listens on http://${HOST}:${port} and signs as\n${ownVerifierKey(WITNESS_NAME, key)}`,
  );
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => server.close(() => process.exit(0)));
