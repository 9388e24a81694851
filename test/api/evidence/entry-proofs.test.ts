import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { CHAIN_START, canonicalJson } from '../../../shared/crypto/keyed-hash.js';
import { fromPublicId, newId, toPublicId } from '../../../shared/domain/ids.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import type { WireAccess } from '../../../shared/wire/access-log.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { buildVerification } from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import { expectError } from '../../support/http/shapes.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';

interface Finding {
  proven: boolean;
  title: string;
  lines: string[];
}
type CheckAll = (
  items: { name: string; bytes: Uint8Array }[],
  options: { keys: string },
) => Promise<Finding[]>;

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The record of a line of the access log, out of what a client is shown of it. */
function recordOf(line: WireAccess, clientId: string, guess: string): Record<string, unknown> {
  return {
    client_id: clientId,
    entry_no: line.entry_no,
    recorded_at: line.created_at,
    actor_kind: line.actor_kind,
    actor_id: fromPublicId('user', line.actor),
    act: line.act,
    verification_id: fromPublicId('verification', line.request_id ?? ''),
    channel: line.channel,
    ip_address: line.ip_address ?? guess,
  };
}

const LOG = '/api/v1/access-log';
const AUDIT = '/api/v1/admin/audit-log';

describe('the proof that a look or an act is in the log', () => {
  let api: TestApi;
  let checkAll: CheckAll;
  let keys: string;
  let user: TestUser & { clientId: string };
  let owner: TestClient;
  let admin: TestClient;
  let requestId: string;

  before(async () => {
    api = await startApi();
    const file = pathToFileURL(path.resolve('portal/public/evidence-checks/check-all.js')).href;
    ({ checkAll } = (await import(file)) as { checkAll: CheckAll });
    keys = JSON.stringify((await api.client.get('/.well-known/jwks.json')).body);
    admin = await api.signIn(await api.createStaff('admin'));
  });
  after(() => api.close());
  beforeEach(async () => {
    user = await api.createClientUser();
    owner = await api.signIn(user);
    const { clientId } = user;
    ({ requestId } = await buildVerification(api.db, { clientId, status: 'manual_review' }));
  });

  const look = () => owner.get(`/api/v1/verifications/${requestId}`);
  const seal = () => sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: undefined });
  const proofOf = (caller: TestClient, log: string, no: number) =>
    caller.get(`${log}/${no}/evidence.tlog-proof`);

  async function check(proof: string): Promise<Finding> {
    const [finding] = await checkAll([{ name: 'evidence.tlog-proof', bytes: Buffer.from(proof) }], { keys });
    if (finding === undefined) throw new Error('Nothing was said of the proof');
    return finding;
  }

  it('says who opened what, and needs nothing beside it', async () => {
    await look();
    await seal();
    const { status, body } = await proofOf(owner, LOG, 1);
    expect(status).to.equal(200);
    const { proven, title, lines } = await check(body);
    expect([proven, title]).to.deep.equal([true, 'a logged look']);
    expect(lines[0]).to.include(`user ${user.publicId} opened the report of ${requestId}`);
    expect(lines[0]).to.include(toPublicId('client', user.clientId)).and.include('by way of the api');
  });

  it('is not believed when a word, the place or a hash in it is changed', async () => {
    await look();
    await seal();
    const { body } = await proofOf(owner, LOG, 1);
    const extra = /^extra (\S+)$/m.exec(body)?.[1] ?? '';
    const said = Buffer.from(extra, 'base64').toString();
    const saying = (text: string) => body.replace(extra, Buffer.from(text).toString('base64'));
    expect((await check(saying(said))).proven).to.equal(true);
    const forged = [
      saying(said.replace('"report"', '"pdf"')),
      saying(said.replace('"access"', '"audit"').replace(/"salt":"./, '"salt":"f')),
      saying(` ${said}`),
      body.replace(/^index \d+$/m, (line: string) => `${line}0`),
      body.replace(`extra ${extra}\n`, ''),
    ];
    for (const proof of forged) expect((await check(proof)).proven, proof).to.equal(false);
  });

  it('is not believed when it says more of its entry than the entry is made of', async () => {
    await look();
    await seal();
    const { body } = await proofOf(owner, LOG, 1);
    const extra = /^extra (\S+)$/m.exec(body)?.[1] ?? '';
    const { record, previous_hash, salt } = JSON.parse(Buffer.from(extra, 'base64').toString());
    const hash = sha256(Buffer.from(previous_hash, 'hex'), Buffer.from(canonicalJson(record)));
    // Everybody can read it, and the hashes that lead to the root, in the tiles.
    const entry = sha256(Buffer.from(salt, 'hex'), hash).toString('hex');
    const saying = (said: object) => body.replace(extra, Buffer.from(canonicalJson(said)).toString('base64'));
    expect((await check(saying({ kind: 'access', entry }))).proven).to.equal(true);
    const invented = { ...record, act: 'pdf' };
    const forged = [
      { kind: 'access', entry, record: invented },
      { kind: 'audit', entry, record: { action: 'credits.moved', actor: 'usr_1', entry_no: 1 } },
      { kind: 'access', entry, note: 'x' },
      { kind: 'access', record, previous_hash, salt, note: 'x' },
      { kind: 'access', record, previous_hash, salt, entry },
    ];
    for (const said of forged) {
      const { proven, lines } = await check(saying(said));
      expect([proven, ...lines], JSON.stringify(said)).to.deep.equal([
        false,
        'it says more of its entry than that is made of',
      ]);
    }
  });

  it('says of a look by staff only to auditors from where it was', async () => {
    const support = await api.signIn(await api.createStaff('support'));
    await look();
    expect((await support.get(`/api/v1/support/reviews/${requestId}`)).status).to.equal(200);
    await look();
    await look();
    await look();
    await seal();
    const said = async (caller: TestClient, log: string, no: number) => {
      const { body } = await proofOf(caller, log, no);
      const { proven, title, lines } = await check(body);
      expect(proven, `${log} ${no}`).to.equal(true);
      return [
        title,
        lines[0],
        Buffer.from(/^extra (\S+)$/m.exec(body)?.[1] ?? '', 'base64').toString(),
      ].join();
    };
    expect(await said(owner, LOG, 1))
      .to.include('opened the report')
      .and.include('previous_hash');
    // Of an entry alone, not even the kind is proven: everybody can call any entry of the public files withheld.
    for (const no of [2, 3, 4, 5]) {
      expect(await said(owner, LOG, no))
        .to.include('a logged entry')
        .and.include('withheld')
        .and.not.match(/logged look|127\.0|actor|previous_hash/);
    }
    const whole = `/api/v1/admin/clients/${toPublicId('client', user.clientId)}/access-log`;
    expect(await said(admin, whole, 5)).to.include('opened the report');
    expect(await said(admin, whole, 2))
      .to.include('opened the case')
      .and.include('127.0.0.1');
  });

  it('leaves clients nothing against which the address of staff could be guessed', async () => {
    const support = await api.signIn(await api.createStaff('support'));
    await look();
    await support.get(`/api/v1/support/reviews/${requestId}`);
    await look();
    await look();
    await seal();
    const extraOf = async (caller: TestClient, log: string, no: number) => {
      const extra = /^extra (\S+)$/m.exec((await proofOf(caller, log, no)).body)?.[1] ?? '';
      return JSON.parse(Buffer.from(extra, 'base64').toString());
    };
    // What the client is shown of each line, with a guess where staff looked from, is all that the chain is made of.
    const { data } = (await owner.get(LOG)).body;
    let hash = CHAIN_START;
    const guessed = data.reverse().map((line: WireAccess) => {
      const record = recordOf(line, user.clientId, '127.0.0.1');
      hash = sha256(hash, Buffer.from(canonicalJson(record)));
      return hash.toString('hex');
    });
    const whole = `/api/v1/admin/clients/${toPublicId('client', user.clientId)}/access-log`;
    expect((await extraOf(admin, whole, 4)).previous_hash, 'the guess is right').to.equal(guessed[2]);
    for (const no of [2, 3, 4]) {
      const { previous_hash: known } = await extraOf(owner, LOG, no);
      expect(guessed.slice(1), `entry ${no}`).to.not.include(known);
    }
  });

  it('says who did what to admins and auditors', async () => {
    const client = await admin.post('/api/v1/admin/clients', { name: 'Proved' });
    await seal();
    const [entry] = (await admin.get(`${AUDIT}?target=${client.body.client_id}`)).body.data;
    const auditor = await api.signIn(await api.createStaff('auditor'));
    const { body } = await proofOf(auditor, AUDIT, entry.entry_no);
    const { proven, title, lines } = await check(body);
    expect([proven, title]).to.deep.equal([true, 'a logged act']);
    expect(lines[0]).to.include(`${entry.action} on ${client.body.client_id}`);
  });

  it('says what an act did, however much that is', async () => {
    const target = toPublicId('client', user.clientId);
    const ids = Array.from({ length: 10_000 }, () => toPublicId('verification', newId()));
    const act = { actor: 'system', action: 'personal_data.exported', target, details: { request_ids: ids } };
    await api.db.transaction((sql) => appendAudit(sql, act));
    await seal();
    const [entry] = (await admin.get(`${AUDIT}?target=${target}`)).body.data;
    const { proven, lines } = await check((await proofOf(admin, AUDIT, entry.entry_no)).body);
    expect(proven, lines[0]?.slice(0, 200)).to.equal(true);
    expect(lines.join()).to.include(ids.at(-1));
  });

  it('is of one’s own log, and of entries that there are', async () => {
    const other = await api.signIn(await api.createClientUser());
    await look();
    await seal();
    for (const no of ['0', '01', '2', '1e3', '-1', '99999999999']) {
      const answer = await owner.get(`${LOG}/${no}/evidence.tlog-proof`);
      expectError(answer, { httpStatus: 404, status: 'not_found' });
    }
    expectError(await proofOf(other, LOG, 1), { httpStatus: 404, status: 'not_found' });
  });

  it('is a 409 for as long as the log has not come to it', async () => {
    await look();
    const early = await proofOf(owner, LOG, 1);
    expectError(early, { httpStatus: 409, status: 'conflict' });
    expect(early.headers.get('retry-after')).to.equal('1');
    await seal();
    expect((await proofOf(owner, LOG, 1)).status).to.equal(200);
  });
});
