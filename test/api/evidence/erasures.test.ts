import path from 'node:path';
import { expect } from 'chai';
import { isConsistent } from '../../../scripts/witness/witness.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import { readCheckpoint } from '../../../shared/log/note.js';
import { loadConsistency, loadHead } from '../../../shared/log/proofs.js';
import { serviceOf } from '../../../shared/services/index.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import type { TestClient } from '../../support/http/client.js';
import { buildAged, erasedIds } from '../../support/personal-data/aged-verifications.js';
import { runEraser } from '../../support/personal-data/personal-data.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';

const ERASED = 500;
const SUBJECT = serviceOf('said_verification').input.example;

type CheckAll = (
  given: readonly { name: string; bytes: Uint8Array }[],
  options: { keys: string },
) => Promise<{ name: string; proven: boolean; lines: string[] }[]>;

/** What a client has in its files about one verification. */
interface Kept {
  receipt: string;
  proof: string;
}

describe(`${ERASED} erasures`, function () {
  this.timeout(180_000);
  let api: TestApi;
  let caller: TestClient;
  let checkAll: CheckAll;
  let keys: string;
  let ids: string[];
  let kept: Map<string, Kept>;

  const seal = () => sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: undefined });

  before(async () => {
    api = await startApi();
    const file = path.resolve(import.meta.dirname, '../../../portal/public/evidence-checks/check-all.js');
    ({ checkAll } = (await import(file)) as { checkAll: CheckAll });
    keys = await (await fetch(`${api.url}/.well-known/jwks.json`)).text();
    const clientId = await buildAged(api.db, ERASED);
    caller = await api.signIn(await api.createClientUser({ clientId }));
    while ((await seal())?.more === true);
    const rows = await api.db.query<{ id: string }>('SELECT id FROM verifications WHERE client_id = $1', [
      clientId,
    ]);
    ids = rows.map(({ id }) => toPublicId('verification', id));
    kept = await keepAll();
    const before = await loadHead(api.db);
    await runEraser(api.db);
    expect(await erasedIds(api.db, clientId)).to.have.length(ERASED);
    await seal();
    const after = await loadHead(api.db);
    if (before === undefined || after === undefined) throw new Error('There is no log');
    expect(after.size).to.be.greaterThan(before.size);
    const [old, now] = [readCheckpoint(before.note), readCheckpoint(after.note)];
    const proof = await loadConsistency(api.db, old.size, now.size);
    const state = ({ size, root }: typeof old) => ({ size, root: root.toString('base64') });
    const lines = proof.map((hash) => hash.toString('base64'));
    expect(isConsistent(state(old), state(now), lines), 'the log has only grown').to.equal(true);
  });
  after(() => api.close());

  async function keep(id: string): Promise<Kept> {
    const read = async (name: string) => {
      const answer = await caller.get(`/api/v1/verifications/${id}/${name}`);
      expect(answer.status).to.equal(200);
      return String(answer.body);
    };
    return { receipt: await read('receipt'), proof: await read('evidence.tlog-proof') };
  }

  async function keepAll(): Promise<Map<string, Kept>> {
    const all = new Map<string, Kept>();
    for (const id of ids) all.set(id, await keep(id));
    return all;
  }

  async function expectProven({ receipt, proof }: Kept): Promise<void> {
    const results = await checkAll(
      [
        { name: 'receipt', bytes: Buffer.from(receipt) },
        { name: 'proof', bytes: Buffer.from(proof) },
      ],
      { keys },
    );
    expect(results.map(({ proven, lines }) => [proven, lines])).to.deep.equal(
      results.map(({ lines }) => [true, lines]),
    );
  }

  it('leave every receipt and every proof valid, those that were kept and those that are read now', async () => {
    const now = await keepAll();
    for (const id of ids) {
      const [before, after] = [kept.get(id), now.get(id)];
      if (before === undefined || after === undefined) throw new Error('It was not kept');
      await expectProven(before);
      await expectProven(after);
      expect(after.receipt).to.equal(before.receipt);
    }
  });

  it('leave nothing that names anybody, and no key with which a guess could be tried', async () => {
    const [keysLeft] = await api.db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM verifications WHERE data_key IS NOT NULL',
    );
    expect(keysLeft?.count).to.equal(0);
    for (const { receipt, proof } of kept.values()) {
      const claims = Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString();
      for (const text of [claims, proof]) {
        expect(text).to.not.include(SUBJECT);
        // The masked subject; digests and proofs hold any four digits among their own.
        expect(text).to.not.include(`*${SUBJECT.slice(-4)}`);
      }
    }
    const tiles = await api.db.query<{ data: Buffer }>('SELECT data FROM log_tiles');
    for (const { data } of tiles) expect(data.includes(SUBJECT)).to.equal(false);
  });
});
