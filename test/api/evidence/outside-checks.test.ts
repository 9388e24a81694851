import { generateKeyPairSync } from 'node:crypto';
import path from 'node:path';
import { expect } from 'chai';
import { ownVerifierKey, readLogKey, Witness } from '../../../scripts/witness/witness.js';
import { verifierKey } from '../../../shared/log/note.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { submit } from '../../support/checks/submit.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';

const ORIGIN = 'example.test/log';

interface Item {
  name: string;
  bytes: Uint8Array;
}
type CheckAll = (
  given: readonly Item[],
  options: { keys: string; witnesses?: readonly string[] },
) => Promise<{ name: string; proven: boolean; title: string; lines: string[] }[]>;

describe('the page that checks evidence', function () {
  this.timeout(180_000);
  let api: TestApi;
  let caller: Caller;
  let checkAll: CheckAll;
  let keys: string;
  let items: Item[];
  const witnessKey = generateKeyPairSync('ed25519').privateKey;
  const witnesses = [ownVerifierKey('witness.test', witnessKey)];

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
    // The script of the page, unchanged.
    const file = path.resolve(import.meta.dirname, '../../../portal/public/evidence-checks/check-all.js');
    ({ checkAll } = (await import(file)) as { checkAll: CheckAll });
    items = await gather();
    keys = Buffer.from(await read('/.well-known/jwks.json')).toString();
  });
  after(() => api.close());

  async function read(address: string): Promise<Uint8Array> {
    const headers = { authorization: `Bearer ${caller.token}` };
    const answer = await fetch(api.url + address, { headers });
    expect(answer.status, address).to.equal(200);
    return new Uint8Array(await answer.arrayBuffer());
  }

  /** A receipt, its witnessed proof, the report and a webhook, as callers get them. */
  async function gather(): Promise<Item[]> {
    const { body } = await submit(api.client, caller.token);
    await sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: ORIGIN });
    const logKey = readLogKey(verifierKey(ORIGIN, testKeys.evidenceKeys.current));
    const memory = { read: () => undefined, write: () => undefined };
    const witness = new Witness('witness.test', witnessKey, [logKey], memory);
    const [state] = await api.db.query<{ note: string }>('SELECT note FROM log_state');
    const cosigned = (state?.note ?? '') + witness.addCheckpoint(`old 0\n\n${state?.note}`).body;
    await api.db.query('UPDATE log_state SET cosigned_size = size, cosigned_note = $1', [cosigned]);
    const id = 'evt_01h2xcejqtf2nbrexx3vqjhp41';
    const text = '{"type":"webhook.test","data":{}}';
    const signature = testKeys.evidenceKeys.current.sign(Buffer.from(`${id}.1790000000.${text}`));
    const webhook = `webhook-id: ${id}\nwebhook-timestamp: 1790000000\nwebhook-signature: v1a,${signature.toString('base64')}\n\n${text}`;
    const address = `/api/v1/verifications/${body.request_id}`;
    return [
      { name: 'receipt.jwt', bytes: await read(`${address}/receipt`) },
      { name: 'evidence.tlog-proof', bytes: await read(`${address}/evidence.tlog-proof`) },
      { name: 'report.pdf', bytes: await read(`${address}/report.pdf`) },
      { name: 'webhook.txt', bytes: new Uint8Array(Buffer.from(webhook)) },
    ];
  }

  it('is a page without inline scripts that may send nothing anywhere, and has the keys in it', async () => {
    const answer = await fetch(`${api.url}/verify`);
    const page = await answer.text();
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-security-policy'))
      .to.include("default-src 'none'")
      .and.not.include('connect');
    expect(page).to.include(testKeys.evidenceKeys.current.publicKey.toString('base64url'));
    expect(page).to.not.match(/<script(?![^>]* src=)/);
    for (const file of ['/verify.js', '/evidence-checks/check-all.js', '/verify.css']) await read(file);
  });

  it('says of each kind of evidence what is proven', async () => {
    const results = await checkAll(items, { keys, witnesses });
    expect(results.map(({ proven, title }) => [proven, title])).to.deep.equal([
      [true, 'a genuine consent receipt'],
      [true, 'a valid proof'],
      [true, 'a PDF unchanged since it was signed'],
      [true, 'a genuine webhook'],
    ]);
    expect(results[1]?.lines.join(' ')).to.include('witness.test');
  });

  it('takes a receipt that was saved with the end of a line of another system', async () => {
    const bytes = Buffer.concat([items[0]?.bytes ?? new Uint8Array(), Buffer.from('\r\n')]);
    const [result] = await checkAll([{ name: 'receipt.jwt', bytes }], { keys });
    expect(result?.proven, String(result?.lines)).to.equal(true);
  });

  it('says in words that a file is empty, or of another kind', async () => {
    const files = [
      { name: 'nothing.pdf', bytes: new Uint8Array() },
      { name: 'picture.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) },
    ];
    const results = await checkAll(files, { keys });
    expect(results.flatMap(({ proven, lines }) => [proven, ...lines])).to.deep.equal([
      ...[false, 'it is empty'],
      ...[false, 'it is neither text nor a PDF'],
    ]);
  });
});
