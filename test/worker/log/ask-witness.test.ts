import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { ownVerifierKey, readLogKey, Witness } from '../../../scripts/witness/witness.js';
import { signCheckpoint, verifierKey } from '../../../shared/log/note.js';
import { askWitness } from '../../../worker/log/ask-witness.js';
import { testKeys } from '../../support/processes/keys.js';

const MEGABYTE = 1024 * 1024;

describe('a witness whose answer never ends', () => {
  let server: Server;
  let sent = 0;

  /** Sends as much as is taken. */
  function send(response: ServerResponse): void {
    const part = Buffer.alloc(64 * 1024, 'x');
    while (!response.destroyed && response.write(part)) sent += part.length;
  }

  before(async () => {
    server = createServer((_request, response) => {
      response.writeHead(422);
      response.on('drain', () => send(response));
      send(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  it('is believed no more than its beginning, and hung up on', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const witness = { url, name: 'witness.test', verifierKey: 'witness.test+00000000+AAAA' };
    const answer = await askWitness(witness, { old: 0, proof: [], note: 'log\n1\nroot\n\n' });
    expect(answer).to.deep.equal({ kind: 'refused', status: 422, why: 'x'.repeat(10_000) });
    expect(sent).to.be.lessThan(20 * MEGABYTE);
  });
});

describe('a witness that goes on in another protocol', () => {
  let server: Server;

  before(async () => {
    server = createServer().on('connection', (socket) => {
      socket
        .resume()
        .write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  it('has not answered, and keeps nobody waiting', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const witness = { url, name: 'witness.test', verifierKey: 'witness.test+00000000+AAAA' };
    const asked = askWitness(witness, { old: 0, proof: [], note: 'log\n1\nroot\n\n' });
    const failure = await asked.then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(failure).to.equal('The server switched to another protocol');
  });
});

describe('a signature of a witness', () => {
  const { current } = testKeys.evidenceKeys;
  const { privateKey } = generateKeyPairSync('ed25519');
  const note = signCheckpoint({ origin: 'example.test/log', size: 1, root: Buffer.alloc(32) }, [current]);
  const memory = { read: () => undefined, write: () => undefined };
  const log = readLogKey(verifierKey('example.test/log', current));
  const { body: line } = new Witness('witness.test', privateKey, [log], memory).addCheckpoint(
    `old 0\n\n${note}`,
  );
  let server: Server;
  let answered = '';

  before(async () => {
    server = createServer((_request, response) => response.end(answered)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  function ask(body: string) {
    answered = body;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const witness = { url, name: 'witness.test', verifierKey: ownVerifierKey('witness.test', privateKey) };
    return askWitness(witness, { old: 0, proof: [], note });
  }

  it('is taken once, whatever else the witness says', async () => {
    expect(await ask(`— other.test AAAA\n${line}${line}`)).to.deep.equal({ kind: 'signed', line });
  });

  it('is not taken in a spelling for which every reader would refuse the checkpoint', async () => {
    // 76 bytes leave four bits of the last letter unused.
    const other = line.replace(
      /(.)==\n$/,
      (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==\n`,
    );
    for (const spelling of [other, line.replace('==\n', '==AA\n')]) {
      expect(await ask(spelling), spelling).to.include({ kind: 'refused', status: 200 });
      expect(await ask(spelling + line), spelling).to.deep.equal({ kind: 'signed', line });
    }
  });

  it('is not taken under another name or id, nor of another time, checkpoint or key', async () => {
    const changed = (place: number) => {
      const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
      bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
      return `— witness.test ${bytes.toString('base64')}\n`;
    };
    const other = generateKeyPairSync('ed25519').privateKey;
    const grown = signCheckpoint({ origin: 'example.test/log', size: 2, root: Buffer.alloc(32) }, [current]);
    const signed = (key: typeof other, checkpoint: string) =>
      new Witness('witness.test', key, [log], memory).addCheckpoint(`old 0\n\n${checkpoint}`).body;
    const forged = {
      'another name': line.replace('witness.test', 'witness.tests'),
      'no name': line.replace('witness.test ', ''),
      'another id of its key': changed(0),
      'another time': changed(4 + 8 - 1),
      'another signature': changed(4 + 8),
      'another checkpoint': signed(privateKey, grown),
      'another key': signed(other, note),
    };
    for (const [what, body] of Object.entries(forged)) {
      expect(await ask(body), what).to.deep.equal({
        ...{ kind: 'refused', status: 200 },
        why: 'its signature is not by its key',
      });
    }
  });
});
