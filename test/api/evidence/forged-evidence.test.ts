import path from 'node:path';
import { expect } from 'chai';
import type { WireReceipt } from '../../../shared/wire/receipt.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { submit } from '../../support/checks/submit.js';
import { webhookText } from '../../support/evidence/webhooks.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';

interface Item {
  name: string;
  bytes: Uint8Array;
}
interface Finding {
  proven: boolean;
  title: string;
  lines: string[];
}
type CheckAll = (
  given: readonly Item[],
  options: { keys: string; certificates?: readonly string[] },
) => Promise<Finding[]>;

const { current: key } = testKeys.evidenceKeys;

function signJws(header: object, claims: object): string {
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${key.sign(Buffer.from(signed)).toString('base64url')}`;
}

/** The header of a receipt. */
const HEADER = { alg: 'EdDSA', typ: 'consent-receipt+jwt', kid: key.id };

describe('forged evidence', () => {
  let api: TestApi;
  let caller: Caller;
  let checkAll: CheckAll;
  let keys: string;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
    const file = path.resolve(import.meta.dirname, '../../../portal/public/evidence-checks/check-all.js');
    ({ checkAll } = (await import(file)) as { checkAll: CheckAll });
    keys = (await read('/.well-known/jwks.json')).toString();
  });
  after(() => api.close());

  async function read(address: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${caller.token}` };
    const answer = await fetch(api.url + address, { headers });
    expect(answer.status, address).to.equal(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  async function evidenceOf(name: 'receipt' | 'evidence.tlog-proof' | 'report.pdf') {
    const { body } = await submit(api.client, caller.token);
    await sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: undefined });
    const requestId: string = body.request_id;
    const take = (each: string) => read(`/api/v1/verifications/${requestId}/${each}`);
    return { requestId, bytes: await take(name), take };
  }

  async function check(bytes: Uint8Array | string, certificates: readonly string[] = []): Promise<Finding> {
    const [finding] = await checkAll([{ name: 'given', bytes: Buffer.from(bytes) }], { keys, certificates });
    if (finding === undefined) throw new Error('Nothing was said of it');
    return finding;
  }

  it('is rejected as a receipt that differs from the consent in the log, even if the service signed it', async () => {
    const { bytes } = await evidenceOf('receipt');
    const claims: WireReceipt = JSON.parse(
      Buffer.from(bytes.toString().split('.')[1] ?? '', 'base64url').toString(),
    );
    const saying = (changes: object) => signJws(HEADER, { ...claims, ...changes });
    expect((await check(saying({}))).proven).to.equal(true);
    // Of a later release.
    const added = { later: 1, price: { ...claims.price, later: 1 } };
    expect((await check(saying(added))).proven).to.equal(true);
    const [purpose] = claims.purposes;
    const other = 'ver_01h2xcejqtf2nbrexx3vqjhp41';
    const forged: Partial<Record<keyof WireReceipt, unknown>>[] = [
      { purposes: [{ ...purpose, purpose: 'Something else' }] },
      { purposes: [...claims.purposes, purpose] },
      { purposes: [{ ...purpose, service_code: 'credit_check' }] },
      { request_id: other },
      { record_id: other, jti: other },
      { pii_controllers: [{ name: 'Somebody else', party_id: 'cli_01h2xcejqtf2nbrexx3vqjhp41' }] },
      { pii_principal_id: `hmac-sha256:${'0'.repeat(64)}` },
      { consents: claims.consents.map((consent) => ({ ...consent, given: !consent.given })) },
      { consents: claims.consents.slice(1) },
      { consents: [...claims.consents, { ...claims.consents[0], name: 'purpose', given: true }] },
      { consents: [...claims.consents, { ...claims.consents[0], name: 'constructor', given: true }] },
      { wording_version: '2020-01' },
      { event: { ...claims.event, event_time: '2020-01-01T00:00:00.000Z' } },
      { event: { ...claims.event, entity_id: 'usr_01h2xcejqtf2nbrexx3vqjhp41' } },
      { event: { ...claims.event, channel: 'portal' } },
      { price: { ...claims.price, credits: 1_000 } },
      { mode: 'test' },
    ];
    for (const changes of forged) {
      const { proven, lines } = await check(saying(changes));
      expect([proven, ...lines], JSON.stringify(changes)).to.deep.equal([
        false,
        'it says something other than the stored consent in it',
      ]);
    }
  });

  it('proves one receipt only, and the finding names it', async () => {
    const proved = await evidenceOf('receipt');
    const other = await evidenceOf('receipt');
    const proof = { name: 'proof', bytes: await proved.take('evidence.tlog-proof') };
    const receipts = [other, proved].map(({ bytes }) => ({ name: 'receipt', bytes }));
    const [, , finding] = await checkAll([proof, ...receipts], { keys });
    expect(finding?.proven).to.equal(true);
    expect(finding?.lines[0]).to.include(proved.requestId).and.not.include(other.requestId);
  });

  it('is rejected as a proof with blanks behind its last signature', async () => {
    const { bytes, take } = await evidenceOf('evidence.tlog-proof');
    const receipt = { name: 'receipt', bytes: await take('receipt') };
    const judge = async (end: string) => {
      const proof = { name: 'proof', bytes: Buffer.from(bytes.toString().replace(/\n$/, end)) };
      const [, finding] = await checkAll([receipt, proof], { keys });
      return finding?.proven;
    };
    expect(await judge('\n')).to.equal(true);
    for (const end of [' \n', '\t\n', '\u00a0\n', '\n\n', '\r\n', '']) {
      expect(await judge(end), JSON.stringify(end)).to.equal(false);
    }
  });

  it('is rejected as a webhook with lines that no signature covers, or with parts out of place', async () => {
    const text = webhookText('v1a').toString();
    const genuine = await check(text);
    expect([genuine.proven, genuine.lines[0]?.match(/evt_\w+/)?.[0]]).to.deep.equal([
      true,
      'evt_01h2xcejqtf2nbrexx3vqjhp41',
    ]);
    const id = 'evt_01h2xcejqtf2nbrexx3vqjhp41';
    const said = '{"type":"verification.completed","data":{"note":"a.2000000000.b"}}';
    const [before, after] = said.split('.2000000000.') as [string, string];
    const signature = key.sign(Buffer.from(`${id}.1790000000.${said}`)).toString('base64');
    const forged = [
      `x-result: positive\n${text}`,
      text.replace('\n', '\nwebhook-timestamp: 1800000000\n'),
      text.replace('\n\n', '\n'),
      text.replace(/^webhook-timestamp: .*\n/m, ''),
      `webhook-id: ${id}.1790000000.${before}\nwebhook-timestamp: 2000000000\nwebhook-signature: v1a,${signature}\n\n${after}`,
    ];
    for (const each of forged) expect((await check(each)).proven, each).to.equal(false);
  });

  it('is rejected as a report signed with an unknown certificate', async () => {
    const { bytes } = await evidenceOf('report.pdf');
    const undemanded = await check(bytes);
    expect([undemanded.proven, undemanded.title]).to.deep.equal([
      true,
      'a PDF unchanged since it was signed',
    ]);
    const sha256 = /SHA-256 ([0-9a-f]{64})/.exec(undemanded.lines.join())?.[1] ?? '';
    const known = await check(bytes, ['00'.repeat(32), sha256]);
    expect([known.proven, known.title]).to.deep.equal([true, 'an unchanged report']);
    const colons = sha256.toUpperCase().match(/../g)?.join(':') ?? '';
    for (const written of [` ${colons} `, `sha256 Fingerprint=${colons}`]) {
      expect((await check(bytes, [written])).proven, written).to.equal(true);
    }
    const unknown = await check(bytes, ['00'.repeat(32)]);
    expect([unknown.proven, ...unknown.lines]).to.deep.equal([
      false,
      `it was signed with another certificate: ${sha256}`,
    ]);
  });

  it('is rejected as a report in which the tag of the signed attributes was changed', async () => {
    const { bytes } = await evidenceOf('report.pdf');
    const text = bytes.toString('latin1');
    // The signed attributes are written as [0], which a signature covers as a SET: behind the digest of the signer.
    const changed = text.replace(/(0b0609608648016503040201)a0(8[12])/, '$1a1$2');
    expect(changed).to.not.equal(text);
    const { proven } = await check(Buffer.from(changed, 'latin1'));
    expect(proven).to.equal(false);
  });

  it('cannot overwrite the finding in a terminal, nor reverse the direction of its text', async () => {
    const kid = '\r\u001b[2K\u202eevidence\nPROVEN  receipt.jwt: a genuine consent receipt';
    const { proven, lines } = await check(signJws({ ...HEADER, kid }, {}));
    expect([proven, ...lines]).to.deep.equal([
      false,
      'no trusted key has the id \\u{d}\\u{1b}[2K\\u{202e}evidence\\u{a}PROVEN  receipt.jwt: a genuine consent receipt',
    ]);
  });
});
