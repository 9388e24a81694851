import type { KeyObject } from 'node:crypto';
import { subjectHash } from '../../shared/crypto/keyed-hash.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import { SealError } from '../../shared/crypto/seal.js';
import type { Database, Sql } from '../../shared/db/database.js';
import { type DataKeyRow, SealedVerification } from '../../shared/db/sealed-verification.js';
import { OperatorError } from '../../shared/operator-error.js';

interface Keys {
  indexKey: KeyObject;
  keyring: Keyring;
}

interface HashedRow extends DataKeyRow {
  client_id: string;
  subject_sealed: Buffer;
  subject_hash: Buffer;
}

const HASHED = `SELECT id, client_id, data_key, subject_sealed, subject_hash FROM verifications
  WHERE erased_at IS NULL AND subject_hash IS NOT NULL`;

/**
 * Throws OperatorError if INDEX_KEY made no hash that it should have made. Nothing would be found with it, and a person
 * who asked for an erasure or an export would be told that nothing is held on them. A key that was changed on purpose
 * made the oldest requests of the client, and its successor the newest.
 */
export async function requireIndexKey(db: Database, keys: Keys, clientId: string): Promise<void> {
  const rows = await db.query<HashedRow>(
    `(${HASHED} ORDER BY id DESC LIMIT 1)
     UNION ALL (${HASHED} AND client_id = $1 ORDER BY id DESC LIMIT 1)
     UNION ALL (${HASHED} AND client_id = $1 ORDER BY id LIMIT 1)`,
    [clientId],
  );
  const made = rows.map((row) => isMadeIfOpen(keys, row)).filter((one) => one !== undefined);
  if (made.length > 0 && !made.includes(true)) {
    throw new OperatorError(
      'INDEX_KEY is not the one that the processes use, so nothing would be found: run the command with theirs, or, if it was changed, with each of the two (docs/personal-data.md, New keys)',
    );
  }
}

/** Whether INDEX_KEY made the hash of the newest request; undefined if there is none. Throws SealError. */
export async function madeNewestHash(sql: Sql, keys: Keys): Promise<boolean | undefined> {
  const [row] = await sql.query<HashedRow>(`${HASHED} ORDER BY id DESC LIMIT 1`);
  return row === undefined ? undefined : isMadeBy(keys, row);
}

/** Undefined if the row is sealed under a key that is not here: an erasure does not need to open it. */
function isMadeIfOpen(keys: Keys, row: HashedRow): boolean | undefined {
  try {
    return isMadeBy(keys, row);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

function isMadeBy({ indexKey, keyring }: Keys, row: HashedRow): boolean {
  const subject = new SealedVerification(keyring, row).subject(row.subject_sealed);
  return subjectHash(indexKey, row.client_id, subject).equals(row.subject_hash);
}
