import { expect } from 'chai';
import { eraseVerifications } from '../../../shared/erasure/erase-verifications.js';
import type { ServiceCode } from '../../../shared/services/index.js';
import type { BuiltVerification } from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import { startApi, type TestApi } from '../../support/processes/app.js';
import { buildReview, REVIEWS, signInReviewer } from './desk.js';

const DECISIONS = '/api/v1/support/decisions';
const RELEASE = { decision: 'release', note: 'Nothing came of it' };

describe('a subject that a client wrote into its own texts', () => {
  let api: TestApi;
  let support: TestClient;
  beforeEach(async () => {
    api = await startApi();
    support = (await signInReviewer(api)).client;
  });
  afterEach(() => api.close());

  /** A case with this text as its purpose, key and reference. */
  async function write(text: string, of: { serviceCode: ServiceCode; subject: string }) {
    const built = await buildReview(api, { ...of, purpose: text, idempotencyKey: text });
    await refer(built, text);
    return built;
  }

  const refer = ({ id }: BuiltVerification, text: string) =>
    api.db.query('UPDATE verifications SET reference = $2 WHERE id = $1', [id, text]);

  /** Everywhere the desk shows the case, from the list to its decision. */
  async function readDesk({ requestId }: BuiltVerification) {
    const csv = { headers: { accept: 'text/csv' } };
    const one = `${REVIEWS}/${requestId}`;
    const shown = [
      await support.get(REVIEWS),
      await support.get(REVIEWS, csv),
      await support.get(one),
      await support.post(`${one}/take`),
      await support.post(`${one}/give-back`),
      await support.post(`${REVIEWS}/take-next`),
      await support.post(`${one}/resolution`, RELEASE),
      await support.get(one),
      await support.get(DECISIONS),
      await support.get(DECISIONS, csv),
    ];
    return shown.map(({ status, body }) => {
      expect(status).to.equal(200);
      return typeof body === 'string' ? body : JSON.stringify(body);
    });
  }

  const written: [what: string, of: { serviceCode: ServiceCode; subject: string }, as: string][] = [
    ['phone number', { serviceCode: 'phone_trace', subject: '+27710000004' }, '071 000 0004'],
    ['name', { serviceCode: 'aml_screening', subject: 'Test Subject Four' }, 'FOUR, Test Subject'],
    ['plate', { serviceCode: 'vehicle_check', subject: 'TST004GP' }, 'tst 004 gp'],
    [
      'file number',
      { serviceCode: 'refugee_verification', subject: 'PTASYN000000004' },
      'PTA-SYN 0000 00004',
    ],
  ];
  for (const [what, of, as] of written) {
    it(`is masked wherever the desk shows them: a ${what}`, async () => {
      const built = await write(`Case ${as}`, of);
      for (const shown of await readDesk(built)) {
        expect(shown).to.include('Case ***').and.not.include(as).and.not.include(of.subject);
      }
    });
  }

  it('still finds the case by the reference as its client wrote it', async () => {
    const built = await write('Case 071 000 0004', {
      serviceCode: 'phone_trace',
      subject: '+27710000004',
    });
    await buildReview(api);
    const find = async (list: string) => {
      const { body } = await support.get(`${list}?reference=Case%20071%20000%200004`);
      return body.data.map(({ reference }: { reference: string }) => reference);
    };
    expect(await find(REVIEWS)).to.deep.equal(['Case ********0004']);
    await support.post(`${REVIEWS}/${built.requestId}/resolution`, RELEASE);
    expect(await find(DECISIONS)).to.deep.equal(['Case ********0004']);
  });

  it('leaves other references as they are, and an erased case without one', async () => {
    const plain = await buildReview(api);
    await refer(plain, 'Lease 17');
    const erased = await buildReview(api);
    for (const { requestId } of [plain, erased]) {
      await support.post(`${REVIEWS}/${requestId}/resolution`, RELEASE);
    }
    await eraseVerifications(api.db, [erased.id]);
    const { body } = await support.get(DECISIONS);
    expect(body.data.map(({ reference }: { reference: string | null }) => reference)).to.deep.equal([
      null,
      'Lease 17',
    ]);
  });

  it('hides a reference whose subject does not open, and no other case', async () => {
    const broken = await buildReview(api);
    await refer(broken, 'Lease 17');
    await refer(await buildReview(api), 'Lease 18');
    await api.db.query(`UPDATE verifications SET subject_sealed = '\\x01' WHERE id = $1`, [broken.id]);
    const { body } = await support.get(REVIEWS);
    expect(body.data.map(({ reference }: { reference: string }) => reference)).to.deep.equal([
      '****e 17',
      'Lease 18',
    ]);
  });
});
