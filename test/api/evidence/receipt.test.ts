import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { expect } from 'chai';
import { canonicalJson } from '../../../shared/crypto/keyed-hash.js';
import type { WireReceipt } from '../../../shared/wire/receipt.js';
import { submit } from '../../support/checks/submit.js';
import { type Caller, signInClient } from '../../support/http/caller.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

interface Receipt {
  header: Record<string, unknown>;
  claims: WireReceipt;
  text: string;
}

describe('GET /api/v1/verifications/:id/receipt', () => {
  let api: TestApi;
  let caller: Caller;

  before(async () => {
    api = await startApi();
    caller = await signInClient(api);
  });
  after(() => api.close());

  async function readReceipt(requestId: string, token = caller.token): Promise<Receipt> {
    const answer = await fetch(`${api.url}/api/v1/verifications/${requestId}/receipt`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('application/jwt');
    const text = await answer.text();
    const [header, claims] = text
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    return { header, claims, text };
  }

  async function keyOf(kid: unknown) {
    const { body } = await api.client.get('/.well-known/jwks.json');
    const jwk = (body.keys as JsonWebKey[]).find((key) => key.kid === kid);
    return createPublicKey({ key: jwk ?? {}, format: 'jwk' });
  }

  it('says who consented to what in which words, signed by a key that everybody can read', async () => {
    const { body } = await submit(api.client, caller.token, {
      body: { purpose: 'Lease 17, agreed in writing' },
    });
    const { header, claims, text } = await readReceipt(body.request_id);
    expect(header).to.deep.equal({ alg: 'EdDSA', typ: 'consent-receipt+jwt', kid: 'evidence' });
    const end = text.lastIndexOf('.');
    const signature = Buffer.from(text.slice(end + 1), 'base64url');
    expect(verify(null, Buffer.from(text.slice(0, end)), await keyOf(header.kid), signature)).to.equal(true);
    expect(claims).to.deep.include({ record_id: body.request_id, wording_version: '2026-11' });
    expect(claims.purposes[0]).to.include({
      purpose: 'Lease 17, agreed in writing',
      service_code: body.service_code,
    });
    expect(claims.event).to.include({ event_time: body.created_at, channel: 'api' });
    expect(claims.price.credits).to.equal(body.credits_reserved);
    for (const { wording, wording_hash: hash } of claims.consents) {
      if (wording === null) continue;
      expect(hash).to.equal(createHash('sha256').update(wording).digest('hex'));
    }
    expect(claims.consents[0]?.wording).to.match(/^The person has agreed to this check/);
    expect(text, 'no part of the subject').not.to.include('0001010000071');
  });

  it('carries the stored consent so that its hash, which the report shows, can be worked out again', async () => {
    const { body } = await submit(api.client, caller.token);
    const { evidence } = (await readReceipt(body.request_id)).claims;
    const report = await caller.get(`/api/v1/verifications/${body.request_id}`);
    const hash = createHash('sha256')
      .update(Buffer.from(evidence.previous_hash, 'hex'))
      .update(canonicalJson(evidence.record))
      .digest('hex');
    expect(hash).to.equal(evidence.hash).and.equal(report.body.consent.evidence_hash);
  });

  it('says so in test mode, where nobody is asked about', async () => {
    const live = await submit(api.client, caller.token);
    expect((await readReceipt(live.body.request_id)).claims).to.not.have.property('mode');
    const switched = await api.client.withToken(caller.token).post('/api/v1/me/mode', { mode: 'test' });
    const token: string = switched.body.access_token;
    const { body } = await submit(api.client, token);
    expect((await readReceipt(body.request_id, token)).claims).to.include({ mode: 'test' });
  });

  it('is the same each time', async () => {
    const { body } = await submit(api.client, caller.token);
    const first = await readReceipt(body.request_id);
    expect((await readReceipt(body.request_id)).text).to.equal(first.text);
  });
});
