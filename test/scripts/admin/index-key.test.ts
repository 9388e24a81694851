import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { requireIndexKey } from '../../../scripts/admin/index-key.js';
import { subjectHash } from '../../../shared/crypto/keyed-hash.js';
import { Keyring } from '../../../shared/crypto/keyring.js';
import { buildClient, buildVerification } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testKeys } from '../../support/processes/keys.js';

const SUBJECT = '0001010000071';
const newKey = (): KeyObject => createSecretKey(randomBytes(32));

describe('requireIndexKey', () => {
  const database = useDatabase();
  const [oldest, newest, elsewhere, unknown] = [newKey(), newKey(), newKey(), newKey()];
  let clientId: string;

  /** Whether a key is taken for one that made hashes, with these keys at hand to open what was hashed. */
  const isTaken = (indexKey: KeyObject, ofClient = clientId, keyring = testKeys.encryptionKeys) =>
    requireIndexKey(database.db, { indexKey, keyring }, ofClient).then(
      () => true,
      (error: Error) => {
        expect(error.message).to.match(/^INDEX_KEY is not the one that the processes use/);
        return false;
      },
    );

  async function hash(ofClient: string, indexKey: KeyObject): Promise<void> {
    const { id } = await buildVerification(database.db, {
      ...{ clientId: ofClient, serviceCode: 'said_verification', subject: SUBJECT },
    });
    await database.db.query('UPDATE verifications SET subject_hash = $2 WHERE id = $1', [
      id,
      subjectHash(indexKey, ofClient, SUBJECT),
    ]);
  }

  before(async () => {
    const { db } = database;
    clientId = (await buildClient(db)).id;
    for (const key of [oldest, newKey(), newest]) await hash(clientId, key);
    await hash((await buildClient(db)).id, elsewhere);
  });

  it('takes the key of the oldest and of the newest request of the client, and of the newest of all', async () => {
    for (const key of [oldest, newest, elsewhere]) expect(await isTaken(key)).to.equal(true);
  });

  it('refuses any other, also for a client that has no request', async () => {
    const { id: none } = await buildClient(database.db);
    expect(await isTaken(unknown)).to.equal(false);
    expect(await isTaken(unknown, none)).to.equal(false);
    expect(await isTaken(elsewhere, none)).to.equal(true);
  });

  it('takes any where nothing opens by which it could be judged', async () => {
    const other = new Keyring([{ id: 'other', key: newKey() }]);
    expect(await isTaken(unknown, clientId, other)).to.equal(true);
  });
});
