import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';

/** One whole tile and some of the next. */
const ENTRIES = 261;

describe('the files of the log', () => {
  let api: TestApi;

  before(async () => {
    api = await startApi();
    await api.db.transaction(async (sql) => {
      for (let count = 0; count < ENTRIES; count += 1)
        await appendAudit(sql, { actor: 'system', action: 'test.act', target: `target-${count}` });
    });
    await sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: 'example.test/log' });
  });
  after(() => api.close());

  async function read(address: string): Promise<Buffer> {
    const answer = await fetch(`${api.url}/log/${address}`);
    expect(answer.status, address).to.equal(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** The Merkle tree hash of RFC 9162, 2.1.1, for any number of leaves. */
  function rootOf(hashes: readonly Buffer[]): Buffer {
    const [only] = hashes;
    if (only !== undefined && hashes.length === 1) return only;
    const half = 2 ** Math.floor(Math.log2(hashes.length - 1));
    const sides = [rootOf(hashes.slice(0, half)), rootOf(hashes.slice(half))];
    return createHash('sha256')
      .update(Buffer.concat([Buffer.from([1]), ...sides]))
      .digest();
  }

  const split = (bytes: Buffer): Buffer[] =>
    Array.from({ length: bytes.length / 32 }, (_item, place) => bytes.subarray(place * 32, place * 32 + 32));

  it('lead from the entries to the root of the checkpoint', async () => {
    const [, size = '', root] = (await read('checkpoint')).toString().split('\n');
    const part = Number(size) - 256;
    const leaves = split(Buffer.concat([await read('tile/0/000'), await read(`tile/0/001.p/${part}`)]));
    expect(rootOf(leaves).toString('base64')).to.equal(root);
    const bundle = await read(`tile/entries/001.p/${part}`);
    const entries = Array.from({ length: part }, (_item, place) => {
      expect(bundle.readUInt16BE(place * 34)).to.equal(32);
      return bundle.subarray(place * 34 + 2, place * 34 + 34);
    });
    const hashes = entries.map((entry) =>
      createHash('sha256')
        .update(Buffer.concat([Buffer.from([0]), entry]))
        .digest('hex'),
    );
    expect(hashes).to.deep.equal(leaves.slice(256).map((leaf) => leaf.toString('hex')));
    expect(rootOf(leaves.slice(0, 256))).to.deep.equal(await read('tile/1/000.p/1'));
  });

  it('have one address each, and no other is answered', async () => {
    const others = [
      ...['0/000.p/0', '0/000.p/05', '0/000.p/256', '0/000.p/999', '0/000.p/-1', '0/001', '0/002.p/1'],
      ...['0/0', '0/x000/000', '0/1000', '1/000', '00/000', '64/000', 'entries/000.p/256', 'x/000', ''],
    ];
    for (const address of others) {
      const answer = await fetch(`${api.url}/log/tile/${address}`);
      expect(answer.status, address).to.equal(404);
    }
  });
});
