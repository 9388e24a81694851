import { createSecretKey, randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { expect } from 'chai';
import { KeptIdentity } from '../../../api/verifications/pdf/kept-identity.js';
import { rotateKeys } from '../../../scripts/operations/rotate-keys.js';
import { Keyring } from '../../../shared/crypto/keyring.js';
import {
  createDataKey,
  isSealedByCurrentKey,
  sealUnderRing,
  unsealUnderRing,
} from '../../../shared/crypto/seal.js';
import { SealedVerification } from '../../../shared/db/sealed-verification.js';
import { newId } from '../../../shared/domain/ids.js';
import { openSecret, stageInvitationMail } from '../../../shared/mail/stage-mail.js';
import { createWebhookSecret, openWebhookSecrets } from '../../../shared/webhooks/secret.js';
import { insertRow } from '../../support/database/factories/insert-row.js';
import {
  type BuiltVerification,
  buildClient,
  buildUser,
  buildVerification,
} from '../../support/database/factories.js';
import { type UsedDatabase, useDatabase } from '../../support/database/use-database.js';
import { auditOf } from '../../support/evidence/audit-of.js';
import { startCuttingProxy } from '../../support/network/cutting-proxy.js';
import { testKeys } from '../../support/processes/keys.js';
import { runAdmin, TEST_ENCRYPTION_KEYS } from '../../support/processes/run-admin.js';

const SUBJECT = '0001010002077';
const TOKEN = 'A'.repeat(43);
const old = testKeys.encryptionKeys.current;
const newKey = (id: string) => ({ id, key: createSecretKey(randomBytes(32)) });
const quietly = (): void => undefined;
const factorSecret = (id: string) => ({ table: 'second_factors', column: 'secret_sealed', id });

async function build(database: UsedDatabase): Promise<BuiltVerification> {
  const { id: clientId } = await buildClient(database.db);
  return buildVerification(database.db, { clientId, serviceCode: 'said_verification', subject: SUBJECT });
}

/** Inserts this many rows like the given one, each with its own data key under the old key. */
async function multiply(
  database: UsedDatabase,
  { id }: BuiltVerification,
  count: number,
  createdAt = new Date(),
): Promise<void> {
  const ids = Array.from({ length: count }, () => newId());
  const dataKeys = ids.map((copy) => createDataKey(testKeys.encryptionKeys, copy).sealed);
  await database.db.query(
    `INSERT INTO verifications (id, data_key, idempotency_key, client_id, fingerprint, service_code, subject_type,
       subject_masked, subject_hash, subject_sealed, parameters_sealed, purpose, price_release, credits,
       credits_reserved, correlation_id, created_at)
     SELECT c.id, c.data_key, c.id::text, client_id, fingerprint, service_code, subject_type,
       subject_masked, subject_hash, subject_sealed, parameters_sealed, purpose, price_release, credits,
       credits_reserved, correlation_id, $4
     FROM verifications v, unnest($2::uuid[], $3::bytea[]) AS c (id, data_key) WHERE v.id = $1`,
    [id, ids, dataKeys, createdAt],
  );
}

function dataKeysOf(database: UsedDatabase) {
  return database.db.query<{ id: string; data_key: Buffer; subject_sealed: Buffer }>(
    'SELECT id, data_key, subject_sealed FROM verifications ORDER BY id',
  );
}

describe('npm run admin -- rotate-keys', function () {
  this.timeout(90_000);

  const database = useDatabase();

  const buildEndpoint = async (): Promise<string> => {
    const id = newId();
    const { id: clientId } = await buildClient(database.db);
    const sealed = () => createWebhookSecret(testKeys.encryptionKeys, id).sealed;
    await insertRow(database.db, 'webhook_endpoints', {
      id,
      client_id: clientId,
      created_by: (await buildUser(database.db, { clientId })).id,
      url: 'https://hooks.example.test/',
      events: ['verification.completed'],
      secret_sealed: sealed(),
      previous_secret_sealed: sealed(),
      previous_secret_until: new Date('2099-01-01'),
    });
    return id;
  };

  const stageInvitation = async (): Promise<string> => {
    const { id: clientId } = await buildClient(database.db);
    const mail = { clientId, email: 'new@example.test', token: TOKEN, data: {} };
    await database.db.transaction((sql) => stageInvitationMail(sql, testKeys.encryptionKeys, mail));
    const [staged] = await database.db.query<{ id: string }>('SELECT id FROM mails WHERE client_id = $1', [
      clientId,
    ]);
    return staged?.id ?? '';
  };

  /** With an id as an API gives it: random, so most of them are above those that tell their time. */
  const addFactor = async (): Promise<string> => {
    const id = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
    const { id: clientId } = await buildClient(database.db);
    await insertRow(database.db, 'second_factors', {
      id,
      user_id: (await buildUser(database.db, { clientId })).id,
      kind: 'totp',
      name: 'Authenticator app',
      secret_sealed: sealUnderRing(testKeys.encryptionKeys, Buffer.from(TOKEN), factorSecret(id)),
    });
    return id;
  };

  it('seals everything under the newest key, so that the old one may go', async () => {
    for (let built = 0; built < 3; built += 1) await build(database);
    const endpoint = await buildEndpoint();
    const mail = await stageInvitation();
    const factor = await addFactor();
    const { certificate } = await new KeptIdentity(database.db, testKeys.encryptionKeys).read();
    const next = newKey('next');
    const secret = next.key.export().toString('base64');
    const { code, output } = await runAdmin(database.url, ['rotate-keys'], {
      ENCRYPTION_KEYS: `next:${secret},${TEST_ENCRYPTION_KEYS}`,
    });
    expect(code, output).to.equal(0);
    expect(output).to.include('Done: 8 of 8 re-sealed under the key next, 0 could not be opened.');
    expect(output).not.to.include(secret);

    const onlyNew = new Keyring([next]);
    for (const row of await dataKeysOf(database)) {
      expect(new SealedVerification(onlyNew, row).subject(row.subject_sealed)).to.equal(SUBJECT);
    }
    const [hook] = await database.db.query<{ secret_sealed: Buffer; previous_secret_sealed: Buffer }>(
      'SELECT secret_sealed, previous_secret_sealed FROM webhook_endpoints WHERE id = $1',
      [endpoint],
    );
    for (const sealed of [hook?.secret_sealed, hook?.previous_secret_sealed]) {
      expect(openWebhookSecrets(onlyNew, sealed ?? Buffer.alloc(0), endpoint)[0]).to.match(/^whsec_/);
    }
    const [waiting] = await database.db.query<{ secret_sealed: Buffer }>(
      'SELECT secret_sealed FROM mails WHERE id = $1',
      [mail],
    );
    expect(openSecret(onlyNew, mail, waiting?.secret_sealed ?? Buffer.alloc(0))).to.equal(TOKEN);
    const [app] = await database.db.query<{ secret_sealed: Buffer }>(
      'SELECT secret_sealed FROM second_factors WHERE id = $1',
      [factor],
    );
    const opened = unsealUnderRing(onlyNew, app?.secret_sealed ?? Buffer.alloc(0), factorSecret(factor));
    expect(opened.toString()).to.equal(TOKEN);
    const kept = await new KeptIdentity(database.db, onlyNew).read();
    expect(kept.certificate.equals(certificate), 'the certificate of PDF reports').to.equal(true);
    const acts = await auditOf(database.db, 'encryption_keys');
    expect(acts.map(({ actor, action, details }) => [actor, action, details])).to.deep.equal([
      ['system', 'encryption_keys.rotation_started', { key_id: 'next', person: userInfo().username }],
      [
        'system',
        'encryption_keys.rotated',
        { key_id: 'next', resealed: 8, unopened: 0, person: userInfo().username },
      ],
    ]);
  });

  it('names what does not open, leaves it as it is, and ends with 1', async () => {
    const before = await dataKeysOf(database);
    const { code, output } = await runAdmin(database.url, ['rotate-keys'], {
      ENCRYPTION_KEYS: `other:${randomBytes(32).toString('base64')}`,
    });
    expect(code).to.equal(1);
    expect(output).to.include(`NOT OPENED verifications ${before[0]?.id}`);
    expect(output.match(/NOT OPENED/g)).to.have.length(8);
    expect(await dataKeysOf(database)).to.deep.equal(before);
  });

  it('ends with 1 while some process goes on sealing under an earlier key', async () => {
    const verification = await build(database);
    // As by a process that writes while the command runs.
    await multiply(database, verification, 2, new Date(Date.now() + 300_000));
    const ENCRYPTION_KEYS = `late:${randomBytes(32).toString('base64')},${TEST_ENCRYPTION_KEYS}`;
    const { code, output } = await runAdmin(database.url, ['rotate-keys'], { ENCRYPTION_KEYS });
    expect(code, output).to.equal(1);
    expect(output).to.include('NOT ALL: 2 of these').and.to.include('does not have the key late first');
  });
});

describe('rotateKeys', () => {
  const database = useDatabase();
  let first: BuiltVerification;
  before(async () => {
    first = await build(database);
    await multiply(database, first, 1_099);
  });

  const sealedBy = async (ring: Keyring): Promise<number> =>
    (await dataKeysOf(database)).filter(({ data_key }) => isSealedByCurrentKey(ring, data_key)).length;

  it('works in batches and goes on where it was stopped', async () => {
    const ring = new Keyring([newKey('second'), old]);
    const stop = new Error('stopped');
    const stopped = await rotateKeys(database.db, ring, ({ seen }) => {
      if (seen === 1_000) throw stop;
    }).catch((error: unknown) => error);
    expect(stopped).to.equal(stop);
    expect(await sealedBy(ring)).to.equal(1_000);

    const rest = await rotateKeys(database.db, ring, quietly);
    expect(rest).to.deep.equal({ seen: 1_100, resealed: 100, younger: 0, unopened: [] });
    expect(await sealedBy(ring)).to.equal(1_100);
    const again = await rotateKeys(database.db, ring, quietly);
    expect(again.resealed, 'nothing is left to do').to.equal(0);
    await rotateKeys(database.db, new Keyring([old, ring.current]), quietly);
  });

  it('counts a batch whose commit was not answered', async () => {
    const link = await startCuttingProxy(database.url);
    const db = await database.open({ url: link.url });
    const ring = new Keyring([newKey('unheard'), old]);
    const done = await rotateKeys(db, ring, ({ seen }, pass) => {
      if (seen === 500 && pass === 1) link.cutNext('after');
    });
    expect(link.cuts()).to.equal(1);
    expect(done).to.deep.equal({ seen: 1_100, resealed: 1_100, younger: 0, unopened: [] });
    const [told] = (await auditOf(db, 'encryption_keys')).slice(-1);
    expect(told?.details).to.include({ key_id: 'unheard', resealed: 1_100 });
    await rotateKeys(database.db, new Keyring([old, ring.current]), quietly);
    await db.close();
    await link.close();
  });

  it('counts an old value that a process seals anew under an earlier key once it was re-sealed', async () => {
    const ring = new Keyring([newKey('fifth'), old]);
    const place = { table: 'verifications', column: 'data_key', id: first.id };
    let sealing: Promise<unknown> | undefined;
    const done = await rotateKeys(database.db, ring, ({ seen }) => {
      // Its batch, the first one, is done, and two are not.
      if (seen !== 500) return;
      sealing ??= database.db.query('UPDATE verifications SET data_key = $2 WHERE id = $1', [
        first.id,
        sealUnderRing(testKeys.encryptionKeys, randomBytes(32), place),
      ]);
    });
    await sealing;
    expect(done).to.deep.include({ seen: 1_100, resealed: 1_101, younger: 1, unopened: [] });
    expect(await sealedBy(ring)).to.equal(1_100);
    await rotateKeys(database.db, new Keyring([old, ring.current]), quietly);
  });

  it('may run twice at once: every value ends up under one of the keys, and none is lost', async () => {
    const keys = [newKey('third'), newKey('fourth')] as const;
    const rings = [new Keyring([keys[0], keys[1], old]), new Keyring([keys[1], keys[0], old])] as const;
    const other = await database.open();
    await Promise.all([rotateKeys(database.db, rings[0], quietly), rotateKeys(other, rings[1], quietly)]);
    expect((await sealedBy(rings[0])) + (await sealedBy(rings[1]))).to.equal(1_100);
    const row = (await dataKeysOf(database)).find(({ id }) => id === first.id);
    expect(new SealedVerification(rings[0], row ?? { id: '', data_key: Buffer.alloc(0) }).dataKey).to.exist;
  });
});
