import { createHash, createPublicKey, createSecretKey, generateKeyPairSync, verify } from 'node:crypto';
import { readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { memoryIn, ownKey } from '../../scripts/witness/disk.js';
import {
  isConsistent,
  type Memory,
  readLogKey,
  type Signed,
  Witness,
} from '../../scripts/witness/witness.js';
import { Keyring } from '../../shared/crypto/keyring.js';
import { EvidenceKeys } from '../../shared/evidence/evidence-keys.js';
import { growTree } from '../../shared/log/grow-tree.js';
import { consistencyProof, rangeHash } from '../../shared/log/merkle.js';
import { signCheckpoint, verifierKey } from '../../shared/log/note.js';
import { tileReader } from '../../shared/log/tiles.js';
import { testKeys } from '../support/processes/keys.js';

const ORIGIN = 'example.test/log';
const { current } = testKeys.evidenceKeys;

/** A log of entries that differ by `mark`. */
function logOf(count: number, mark: number) {
  const entries = Array.from({ length: count }, (_item, index) => {
    const entry = Buffer.alloc(32, mark);
    entry.writeUInt32BE(index);
    return entry;
  });
  const tiles = growTree([], 0, entries);
  const readAt = (size: number) => tileReader(tiles, size);
  const noteAt = (size: number) =>
    signCheckpoint({ origin: ORIGIN, size, root: rangeHash(readAt(size), 0, size) }, [current]);
  return {
    rootAt: (size: number) => rangeHash(readAt(size), 0, size).toString('base64'),
    proof: (old: number, size: number) =>
      consistencyProof(readAt(size), old, size).map((hash) => hash.toString('base64')),
    noteAt,
    request(old: number, size: number): string {
      const lines = this.proof(old, size).map((line) => `${line}\n`);
      return `old ${old}\n${lines.join('')}\n${noteAt(size)}`;
    },
  };
}

describe('the witness', function () {
  this.timeout(30_000);
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const logKey = readLogKey(verifierKey(ORIGIN, current));
  const start = (memory: Memory = memoryIn(folder)) =>
    new Witness('witness.test', ownKey(folder), [logKey], memory, () => 1_700_000_000);
  const honest = logOf(700, 1);
  const rewritten = logOf(700, 2);

  it('signs a log that grows, and goes on where it stood after it was started again', () => {
    expect(start().addCheckpoint(honest.request(0, 5)).status).to.equal(200);
    const answer = start().addCheckpoint(honest.request(5, 700));
    expect(answer.status).to.equal(200);
    expect(answer.body).to.match(/^— witness\.test [A-Za-z0-9+/=]{104}\n$/);
    expect(start().addCheckpoint(honest.request(700, 700)).status, 'the same once more').to.equal(200);
  });

  it('signs nothing while its disk is full, keeps no file open over it, and goes on when there is room', () => {
    const witness = start();
    witness.addCheckpoint(honest.request(0, 5));
    const [memory = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const draft = join(folder, `${memory}.new`);
    symlinkSync('/dev/full', draft);
    const before = readdirSync('/proc/self/fd').length;
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect(() => witness.addCheckpoint(honest.request(5, 700))).to.throw('ENOSPC');
    expect(readdirSync('/proc/self/fd').length - before).to.be.lessThan(10);
    rmSync(draft);
    expect(witness.addCheckpoint(honest.request(5, 700)).status).to.equal(200);
    expect(start().addCheckpoint(honest.request(700, 700)).status).to.equal(200);
  });

  it('refuses a log that was rewritten, however consistent it is in itself, and says at which size', () => {
    const witness = start();
    witness.addCheckpoint(honest.request(0, 300));
    const grown = witness.addCheckpoint(rewritten.request(300, 700));
    expect(grown).to.deep.include({ status: 422 });
    expect(grown.body).to.include('INCONSISTENT').and.include('size 300');
    const same = witness.addCheckpoint(rewritten.request(300, 300));
    expect(same.status).to.equal(409);
    expect(same.body).to.include('INCONSISTENT').and.include('size 300');
    const shorter = witness.addCheckpoint(honest.request(0, 200));
    expect(shorter).to.deep.equal({ status: 409, body: '300\n', type: 'text/x.tlog.size' });
    expect(witness.addCheckpoint(honest.request(300, 301)).status, 'nothing of it was kept').to.equal(200);
  });

  it('refuses what it does not watch, what the log has not signed, and what is no request', () => {
    const request = honest.request(0, 9);
    const stranger = new Witness('w', generateKeyPairSync('ed25519').privateKey, [], memoryIn(folder));
    expect(stranger.addCheckpoint(request).status).to.equal(404);
    expect(start().addCheckpoint(request.replace('\n9\n', '\n8\n')).status).to.equal(403);
    expect(start().addCheckpoint(request.replace('old 0', 'old 00')).status).to.equal(400);
    expect(start().addCheckpoint(`old 10\n\n${honest.noteAt(9)}`).status).to.equal(400);
    expect(start().addCheckpoint('').status).to.equal(400);
  });

  it('signs what a log says with any of its keys, and not what another log says in its name', () => {
    const { current: next } = new EvidenceKeys(
      new Keyring([{ id: 'next', key: createSecretKey(Buffer.alloc(32, 6)) }]),
    );
    const noteOf = (origin: string, key: typeof current) =>
      signCheckpoint({ origin, size: 1, root: Buffer.alloc(32) }, [key]);
    const other = readLogKey(verifierKey('other.test/log', current));
    const logs = [logKey, readLogKey(verifierKey(ORIGIN, next)), other];
    const judge = (note: string) =>
      new Witness('w', ownKey(folder), logs, { read: () => undefined, write: () => undefined }).addCheckpoint(
        `old 0\n\n${note}`,
      ).status;
    for (const key of [current, next]) expect(judge(noteOf(ORIGIN, key))).to.equal(200);
    expect(judge(noteOf('other.test/log', next)), 'not its key').to.equal(403);
    const [said = ''] = noteOf(ORIGIN, current).split('\n\n');
    const id = Buffer.from(other.hash, 'hex');
    const signature = Buffer.concat([id, current.sign(Buffer.from(`${said}\n`))]).toString('base64');
    expect(judge(`${said}\n\n— other.test/log ${signature}\n`), 'signed by another log').to.equal(403);
  });

  it('tells whoever asks from beyond what it has signed where it stands, and accuses nobody', () => {
    const witness = start();
    witness.addCheckpoint(honest.request(0, 300));
    expect(witness.addCheckpoint(honest.request(500, 700))).to.deep.include({ status: 409, body: '300\n' });
  });

  it('signs with its name and the time, in the form of C2SP tlog-cosignature', () => {
    const line = start().addCheckpoint(honest.request(0, 9)).body;
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
    const key = createPublicKey(ownKey(folder));
    const raw = key.export({ format: 'der', type: 'spki' }).subarray(-32);
    const material = Buffer.concat([Buffer.from([4]), raw]);
    const id = createHash('sha256').update('witness.test\n').update(material).digest().subarray(0, 4);
    expect(bytes.subarray(0, 4)).to.deep.equal(id);
    expect(bytes.readBigUInt64BE(4)).to.equal(1_700_000_000n);
    const [text = ''] = honest.noteAt(9).split('\n\n');
    const message = Buffer.from(`cosignature/v1\ntime 1700000000\n${text}\n`);
    expect(verify(null, message, key, bytes.subarray(12))).to.equal(true);
  });

  it('takes a damaged memory for no empty one, and keeps that of each log apart', () => {
    start().addCheckpoint(honest.request(0, 300));
    const remembered = memoryIn(folder);
    expect(remembered.read(ORIGIN)).to.include({ size: 300, root: honest.rootAt(300) });
    expect(remembered.read('other.test/log')).to.equal(undefined);
    const [memory = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    for (const damaged of ['', '{"size": 30']) {
      writeFileSync(join(folder, memory), damaged);
      expect(() => start().addCheckpoint(rewritten.request(0, 700)), damaged).to.throw('JSON');
    }
  });

  it('lets nobody else read its key', () => {
    start();
    expect(statSync(join(folder, 'key.pem')).mode & 0o777).to.equal(0o600);
  });

  it('signs nothing that it could not keep', () => {
    const full: Memory = {
      read: () => undefined,
      write: () => {
        throw new Error('ENOSPC');
      },
    };
    expect(() => start(full).addCheckpoint(honest.request(0, 9))).to.throw('ENOSPC');
  });

  it('judges every pair of sizes rightly', () => {
    const [small, changed] = [logOf(40, 1), logOf(40, 2)];
    const stateAt = (log: typeof small, size: number): Signed => ({ size, root: log.rootAt(size) });
    for (let size = 1; size <= 40; size += 1) {
      for (let old = 1; old <= size; old += 1) {
        const proof = small.proof(old, size);
        expect(isConsistent(stateAt(small, old), stateAt(small, size), proof), `${old}-${size}`).to.equal(
          true,
        );
        const other = isConsistent(stateAt(changed, old), stateAt(small, size), proof);
        expect(other, `another past, ${old}-${size}`).to.equal(false);
      }
    }
  });
});
