import type { KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { refuseArguments } from '../shared/config/refuse-arguments.js';
import { memoryIn, ownKey } from './witness/disk.js';
import { readSettings } from './witness/settings.js';
import { type Answer, ownVerifierKey, Witness } from './witness/witness.js';

// A witness for the service's log, to be run on someone else's machine. WITNESS_LOGS: the keys of the logs to watch,
// separated by commas or line breaks, as shown by /log/vkey. WITNESS_NAME, WITNESS_DIR, HOST and PORT: see its
// settings.
const MAX_REQUEST_BYTES = 64 * 1024;
const CLOSE_WITHIN_MS = 2_000;

refuseArguments('docs/evidence.md');

const { settings, faults } = readSettings(process.env);
if (faults.length > 0)
  giveUp(`The configuration is invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
const { name, folder, logs, host, port } = settings;
const key = readOwnKey();
const witness = new Witness(name, key, logs, memoryIn(folder));

function giveUp(why: string): never {
  console.error(why);
  process.exit(1);
}

function readOwnKey(): KeyObject {
  try {
    return ownKey(folder);
  } catch (error) {
    return giveUp(`WITNESS_DIR cannot store the key of the witness: ${(error as Error).message}`);
  }
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) return undefined;
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
      // Nothing is signed if the memory cannot be read or written.
      console.error(error);
      return { status: 500, body: 'the witness cannot keep what it signs\n' };
    })
    .then(({ status, body, type = 'text/plain; charset=utf-8' }) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
});
server.requestTimeout = 20_000;
server.once('error', (error) => giveUp(`Cannot listen on HOST and PORT: ${error.message}`));
server.listen(port, host, () => {
  const address = server.address();
  const taken = typeof address === 'object' ? address?.port : port;
  const shown = isIPv6(host) ? `[${host}]` : host;
  console.log(`The witness listens on http://${shown}:${taken} and signs as\n${ownVerifierKey(name, key)}`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    server.close(() => process.exit(0));
    // A request that has arrived is answered at once. Whoever opened a connection and sends none, or no more of one,
    // would be waited for without an end: Node's own limits end with the listening.
    setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS);
  });
