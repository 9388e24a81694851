import type { KeyObject } from 'node:crypto';
import { nameHash } from '../crypto/keyed-hash.js';
import type { Keyring } from '../crypto/keyring.js';
import { BulkWrite } from '../db/bulk-write.js';
import type { Database, Sql } from '../db/database.js';
import { Verification } from '../db/entities/verification.entity.js';
import { filterOnly } from '../db/filter-only.js';
import type { RowOf } from '../db/row-of.js';
import { SealedVerification } from '../db/sealed-verification.js';
import type { SubjectSearch } from '../db/search-subject.js';

export interface SpellingKeys {
  keyring: Keyring;
  indexKey: KeyObject;
}

/** Rows per transaction: small enough that the locks hold nobody up. */
const BATCH = 500;

/**
 * Adds the hashes of every spelling of a name that a client has: whoever asks for the data of "ANNA EXAMPLE" means
 * "Anna Example" as well. Names stored by earlier releases are folded first, which needs the keys and is done once. For
 * erasures and exports; the history's search stays exact.
 */
export async function findSpellings(
  db: Database,
  keys: SpellingKeys,
  clientId: string,
  search: SubjectSearch,
): Promise<SubjectSearch> {
  while ((await db.transaction((sql) => foldBatch(sql, keys, clientId))) === BATCH);
  const rows = await db.query<{ subject_hash: Buffer }>(
    `SELECT DISTINCT subject_hash FROM verifications
     WHERE ${filterOnly('client_id = $1')} AND name_hash = ANY($2::bytea[]) AND subject_hash IS NOT NULL
     UNION SELECT subject_hash FROM batch_rows WHERE client_id = $1 AND name_hash = ANY($2::bytea[])`,
    [clientId, search.names.map((name) => nameHash(keys.indexKey, clientId, name))],
  );
  return { ...search, hashes: [...search.hashes, ...rows.map(({ subject_hash }) => subject_hash)] };
}

interface UnfoldedRow extends RowOf<Verification, 'id'> {
  data_key: Buffer;
  subject_sealed: Buffer;
}

async function foldBatch(sql: Sql, { keyring, indexKey }: SpellingKeys, clientId: string): Promise<number> {
  const rows = await sql.query<UnfoldedRow>(
    `SELECT id, data_key, subject_sealed FROM verifications
     WHERE client_id = $1 AND subject_type = 'name' AND name_hash IS NULL AND erased_at IS NULL
     ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE`,
    [clientId],
  );
  const write = new BulkWrite();
  write.update(
    Verification,
    'id',
    ['name_hash'],
    rows.map((row) => {
      const name = new SealedVerification(keyring, row).subject(row.subject_sealed);
      return { id: row.id, name_hash: nameHash(indexKey, clientId, name) };
    }),
  );
  if (rows.length > 0) await write.run(sql);
  return rows.length;
}
