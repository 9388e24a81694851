import { expect } from 'chai';
import { loadVerification, type VerificationRow } from '../../../api/verifications/load-verification.js';
import {
  presentProviderUnavailable,
  presentVerification,
} from '../../../api/verifications/present-verification.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { REVIEW_REASONS } from '../../../shared/domain/states.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import {
  buildClient,
  buildVerification,
  type VerificationOverrides,
} from '../../support/database/factories.js';
import { testKeys } from '../../support/processes/keys.js';

describe('the verification object', () => {
  let database: TestDatabase;
  let db: OpenDatabase;
  let clientId: string;

  before(async () => {
    database = await createTestDatabase();
    db = await openDatabase({ url: database.url, applicationName: 'test', scope: 'operator', poolSize: 2 });
    clientId = (await buildClient(db)).id;
  });
  after(async () => {
    await db.close();
    await database.drop();
  });

  const load = async (overrides: Omit<VerificationOverrides, 'clientId'>): Promise<VerificationRow> => {
    const { id } = await buildVerification(db, { clientId, ...overrides });
    const row = await loadVerification(db, clientId, id);
    if (row === undefined) throw new Error('the verification is not there');
    return row;
  };
  const present = async (overrides: Omit<VerificationOverrides, 'clientId'>) =>
    presentVerification(await load(overrides), testKeys.encryptionKeys);

  const COMMON = [
    'request_id',
    'status',
    'service_code',
    'subject',
    'credits_reserved',
    'credits_charged',
    'created_at',
  ];
  const members: [string, Omit<VerificationOverrides, 'clientId'>, string[]][] = [
    ['pending', {}, []],
    ['completed', { status: 'completed' }, ['completed_at', 'result']],
    ['under review', { status: 'manual_review' }, ['message', 'next_action']],
  ];
  for (const [name, overrides, more] of members) {
    it(`has exactly these members when ${name}: ${more.join(', ') || 'the common ones'}`, async () => {
      expect(await present(overrides)).to.have.all.keys(...COMMON, ...more);
    });
  }

  it('says of a replay that it is one', async () => {
    const replay = presentVerification(await load({}), testKeys.encryptionKeys, { replay: true });
    expect(replay.idempotent_replay).to.equal(true);
  });

  it('opens the reference of the provider, and joins those of a bundle in the order of its parts', async () => {
    const single = await present({ status: 'completed', checks: [{ reference: 'PRV-1' }] });
    expect(single.result?.provider_reference).to.equal('PRV-1');
    const bundle = await present({
      serviceCode: 'kyc_bundle',
      status: 'completed',
      outcome: 'mixed',
      checks: [{ reference: 'PRV-1' }, { outcome: 'rejected' }, { reference: 'PRV-3' }],
    });
    expect(bundle.result?.provider_reference).to.equal('PRV-1, PRV-3');
    const refused = await present({ status: 'completed', outcome: 'rejected' });
    expect(refused.result?.provider_reference).to.equal(null);
  });

  it('words each reason for a review differently, and always forbids a second submission', async () => {
    const objects = await Promise.all(
      REVIEW_REASONS.map((reviewReason) => present({ status: 'manual_review', reviewReason })),
    );
    expect(new Set(objects.map(({ message }) => message)).size).to.equal(REVIEW_REASONS.length);
    for (const { next_action } of objects) {
      expect(next_action)
        .to.match(/Do not submit this check again/)
        .and.match(/contact support/);
    }
  });

  it('replaces only the status for a caller who still waits for an answer that never came', async () => {
    const row = await load({ status: 'manual_review', reviewReason: 'no_answer', correlationId: 'abc' });
    expect(presentProviderUnavailable(row, { ...testKeys, publicUrl: undefined })).to.deep.equal({
      ...presentVerification(row, testKeys.encryptionKeys),
      status: 'provider_unavailable',
      correlation_id: 'abc',
      doc_url: '/docs/errors/provider_unavailable',
    });
  });

  it('is not there for another client', async () => {
    const { id } = await buildVerification(db, { clientId });
    const other = await buildClient(db);
    expect(await loadVerification(db, other.id, id)).to.equal(undefined);
  });
});
