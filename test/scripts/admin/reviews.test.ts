import { expect } from 'chai';
import { Redis } from 'ioredis';
import { SealedVerification } from '../../../shared/db/sealed-verification.js';
import { calledKey } from '../../../shared/witness/keys.js';
import { REVOKED } from '../../../shared/witness/scripts.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { expectInvariants } from '../../support/database/invariants.js';
import { useDatabase } from '../../support/database/use-database.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { testKeys } from '../../support/processes/keys.js';
import { runAdmin, TEST_ENCRYPTION_KEYS } from '../../support/processes/run-admin.js';
import { testRedisUrl } from '../../support/redis/redis.js';

const SUBJECT = '0001010004073';
const CONFIRMED = '--provider-confirmed-no-charge';

describe('npm run admin, for reviews', function () {
  this.timeout(90_000);

  let redisUrl: string;
  const database = useDatabase();
  let clientId: string;
  before(async () => {
    redisUrl = testRedisUrl();
    clientId = (await buildClient(database.db)).id;
  });
  afterEach(() => expectInvariants(database.db));

  const requeue = (request: string, ...more: string[]) =>
    runAdmin(database.url, ['requeue', '--request', request, '--note', `About ${SUBJECT}`, ...more], {
      ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS,
      REDIS_URL: redisUrl,
    });
  const statusOf = async (id: string): Promise<string | undefined> => {
    const [row] = await database.db.query<{ status: string }>(
      'SELECT status FROM verifications WHERE id = $1',
      [id],
    );
    return row?.status;
  };

  it('quarantine puts what is open into review, where only a confirmed requeue sends it on', async () => {
    const built = await buildVerification(database.db, {
      clientId,
      serviceCode: 'said_verification',
      subject: SUBJECT,
    });
    const quarantined = await runAdmin(database.url, ['quarantine']);
    expect(quarantined).to.deep.equal({ code: 0, output: 'Held back 1 unsettled checks.\n' });
    expect(await statusOf(built.id)).to.equal('manual_review');

    const refused = await requeue(built.requestId);
    expect(refused.code).to.equal(1);
    expect(refused.output).to.include(CONFIRMED);
    expect(await statusOf(built.id)).to.equal('manual_review');

    const sent = await requeue(built.requestId, CONFIRMED);
    expect(sent.code, sent.output).to.equal(0);
    expect(await statusOf(built.id)).to.equal('pending');
    const acts = await auditOf(database.db, built.requestId);
    expect(acts.at(-1)).to.include({ actor: 'system', action: 'review.requeued' });

    const [note] = await database.db.query<{ id: string; text_sealed: Buffer; data_key: Buffer }>(
      `SELECT n.id, n.text_sealed, v.data_key FROM review_notes n
       JOIN verifications v ON v.id = n.verification_id WHERE v.id = $1`,
      [built.id],
    );
    const sealed = new SealedVerification(testKeys.encryptionKeys, {
      id: built.id,
      data_key: note?.data_key ?? Buffer.alloc(0),
    });
    expect(sealed.note(note?.id ?? '', note?.text_sealed ?? Buffer.alloc(0))).to.equal('About *********4073');
  });

  it('requeue takes the right to send from a call before it is written off', async () => {
    const built = await buildVerification(database.db, { clientId, serviceCode: 'said_verification' });
    expect((await runAdmin(database.url, ['quarantine'])).code).to.equal(0);
    const [call] = await database.db.query<{ id: string; check_id: string }>(
      'SELECT p.id, check_id FROM provider_calls p JOIN checks c ON c.id = check_id WHERE verification_id = $1',
      [built.id],
    );
    const redis = new Redis(redisUrl);
    try {
      // As noted by a worker that has not heard of the review.
      await redis.set(calledKey(call?.check_id ?? ''), call?.id ?? '');
      const { code, output } = await requeue(built.requestId, CONFIRMED);
      expect(code, output).to.equal(0);
      expect(await redis.get(calledKey(call?.check_id ?? ''))).to.equal(`${REVOKED}${call?.id}`);
    } finally {
      redis.disconnect();
    }
  });

  it('requeue records the provider’s document where one person is enough, or refuses it', async () => {
    const built = await buildVerification(database.db, {
      clientId,
      serviceCode: 'phone_trace',
      subject: '+27710000004',
    });
    expect((await runAdmin(database.url, ['quarantine'])).code).to.equal(0);
    const alone = await requeue(built.requestId, '--provider-document', 'Ticket 4711');
    expect(alone.output).to.match(
      /^--provider-document has an effect only together with --provider-confirmed/,
    );
    const forbidden = await requeue(built.requestId, CONFIRMED, '--provider-document', `For ${SUBJECT}`);
    expect(forbidden.output).to.match(/^--provider-document must not contain an identity number/);
    expect(await statusOf(built.id)).to.equal('manual_review');
    const sent = await requeue(built.requestId, CONFIRMED, '--provider-document', 'Ticket on 071 000 0004');
    expect(sent.code, sent.output).to.equal(0);
    const acts = await auditOf(database.db, built.requestId);
    expect(acts.at(-1)?.details).to.include({ provider_document: 'Ticket on ********0004' });
  });

  it('requeue run again says that it was done, and writes off no call that was made since', async () => {
    const built = await buildVerification(database.db, {
      clientId,
      serviceCode: 'said_verification',
      subject: SUBJECT,
    });
    const quarantine = () => runAdmin(database.url, ['quarantine']);
    expect((await quarantine()).code).to.equal(0);
    expect((await requeue(built.requestId, CONFIRMED)).code).to.equal(0);
    const again = await requeue(built.requestId, CONFIRMED);
    expect(again.output).to.match(
      /^Nothing has changed: ver_\S+ was requeued with this note at \d{4}-\S+Z\.\n$/,
    );
    expect(again.code).to.equal(0);
    expect((await quarantine()).code).to.equal(0);
    const since = await requeue(built.requestId, CONFIRMED);
    expect(since.code).to.equal(1);
    expect(since.output).to.match(
      /^The verification was requeued with this note at .* say so in another note\.\n$/,
    );
    expect(await statusOf(built.id)).to.equal('manual_review');
    const requeued = (await auditOf(database.db, built.requestId)).map(({ action }) => action);
    expect(requeued.filter((action) => action === 'review.requeued')).to.have.length(1);
    const args = ['requeue', '--request', built.requestId, '--note', 'Confirmed once more', CONFIRMED];
    const environment = { ENCRYPTION_KEYS: TEST_ENCRYPTION_KEYS, REDIS_URL: redisUrl };
    expect((await runAdmin(database.url, args, environment)).code).to.equal(0);
  });

  it('adopt-history says whether there was anything to adopt', async () => {
    const adopt = () => runAdmin(database.url, ['adopt-history'], { REDIS_URL: redisUrl });
    await database.db.query('UPDATE database_histories SET timeline = timeline + 1000');
    expect(await adopt()).to.deep.equal({
      code: 0,
      output: 'The database is adopted. What may have been called is in review as history_changed.\n',
    });
    expect(await adopt()).to.deep.equal({
      code: 0,
      output: 'The database was adopted before. Nothing has changed.\n',
    });
  });

  it('requeue refuses what is not in review, and what is not there', async () => {
    const built = await buildVerification(database.db, { clientId, status: 'completed' });
    const settled = await requeue(built.requestId);
    expect(settled).to.deep.equal({ code: 1, output: 'The verification is not in manual review.\n' });
    const missing = await requeue('ver_00000000000000000000000000');
    expect(missing).to.deep.equal({
      code: 1,
      output: 'The verification does not exist, or its personal data has been erased.\n',
    });
  });
});
