import type { Keyring } from '../../shared/crypto/keyring.js';
import { isSealedByCurrentKey, SealError, sealUnderRing, unsealUnderRing } from '../../shared/crypto/seal.js';
import type { Database } from '../../shared/db/database.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';

/** Rows per progress report; only those that need resealing are locked. */
const BATCH = 500;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Every column sealed directly under the key ring. `sealedAs` is the column its values are bound to: webhook secrets
 * keep theirs when a rotation of the secret moves them.
 */
const COLUMNS: readonly RingColumn[] = [
  { table: 'verifications', column: 'data_key', sealedAs: 'data_key' },
  { table: 'batches', column: 'data_key', sealedAs: 'data_key' },
  { table: 'webhook_endpoints', column: 'secret_sealed', sealedAs: 'secret_sealed' },
  { table: 'webhook_endpoints', column: 'previous_secret_sealed', sealedAs: 'secret_sealed' },
  { table: 'second_factors', column: 'secret_sealed', sealedAs: 'secret_sealed' },
  // Made once, and not dated.
  { table: 'pdf_identity', column: 'pem_sealed', sealedAs: 'pem_sealed', madeAt: 'NULL::timestamptz' },
  // The token of a link whose mail is not sent yet: it may wait for a day while the mail server is away.
  { table: 'mails', column: 'secret_sealed', sealedAs: 'secret_sealed' },
];

interface RingColumn {
  table: string;
  column: string;
  sealedAs: string;
  /** When a row was made, by PostgreSQL's clock: `created_at` unless it says otherwise. */
  madeAt?: string;
}

/** Told after every batch; the second pass counts anew. */
type OnProgress = (progress: RotationProgress, pass: 1 | 2) => void;

export interface RotationProgress {
  /** Values examined so far. */
  seen: number;
  resealed: number;
  /** Of those, the ones sealed during the run: some process still seals under an earlier key. */
  younger: number;
  /** Values that do not open under any key of the ring. */
  unopened: { table: string; id: string }[];
}

interface SealedRow {
  id: string;
  sealed: Buffer;
  /** Whether the row was made since the run began; null if nothing says so. */
  younger: boolean | null;
}

/**
 * Reseals everything under the key ring with its current key, batch by batch, and records it in the audit log. Values
 * already sealed with it are left alone, so this may be stopped and run again; processes that have both keys open
 * either form, so it may run alongside them. Values that do not open are left as they are and reported. A second pass
 * finds what was sealed under an earlier key once the first had gone by, be it in an old row.
 */
export async function rotateKeys(
  db: Database,
  ring: Keyring,
  onProgress: OnProgress,
): Promise<RotationProgress> {
  const key_id = ring.current.id;
  await audit(db, 'encryption_keys.rotation_started', { key_id });
  const rotation = { ring, begun: await nowOf(db), onProgress };
  const first = await rotateAll(db, rotation, 1);
  const second = await rotateAll(db, rotation, 2);
  const { unopened } = second;
  const resealed = first.resealed + second.resealed;
  await audit(db, 'encryption_keys.rotated', { key_id, resealed, unopened: unopened.length });
  return { ...first, resealed, younger: first.younger + second.resealed, unopened };
}

async function rotateAll(
  db: Database,
  { onProgress, ...keys }: Rotation,
  pass: 1 | 2,
): Promise<RotationProgress> {
  const progress: RotationProgress = { seen: 0, resealed: 0, younger: 0, unopened: [] };
  const tell = () => onProgress(progress, pass);
  for (const column of COLUMNS) await rotateColumn(db, { ...keys, progress, tell }, column);
  return progress;
}

/** By PostgreSQL's clock, which also dates the rows, as it writes it: a Date would lose the microseconds. */
async function nowOf(db: Database): Promise<string> {
  const [row] = await db.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  if (row === undefined) throw new Error('Bug: PostgreSQL did not say what time it is');
  return row.now;
}

interface Rotation {
  ring: Keyring;
  /** When the run began. Ids do not tell what was made since: those of second factors are random. */
  begun: string;
  onProgress: OnProgress;
}

interface Pass extends Omit<Rotation, 'onProgress'> {
  progress: RotationProgress;
  tell(): void;
}

async function rotateColumn(
  db: Database,
  { ring, begun, progress, tell }: Pass,
  ringColumn: RingColumn,
): Promise<void> {
  const { table, column, madeAt = 'created_at' } = ringColumn;
  for (let last = LOWEST_ID; ; ) {
    const rows = await db.query<SealedRow>(
      `SELECT id, ${column} AS sealed, ${madeAt} >= $2::timestamptz AS younger FROM ${table}
       WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
      [last, begun],
    );
    const newest = rows.at(-1);
    if (newest === undefined) return;
    last = newest.id;
    const changes = rows.flatMap((row) => resealRow(ring, ringColumn, row, progress.unopened) ?? []);
    progress.seen += rows.length;
    progress.resealed += await write(db, ringColumn, changes);
    progress.younger += changes.filter(({ younger }) => younger === true).length;
    tell();
  }
}

/** Undefined if there is nothing to do, or nothing can be done. */
function resealRow(
  ring: Keyring,
  { table, sealedAs }: RingColumn,
  row: SealedRow,
  unopened: RotationProgress['unopened'],
): (SealedRow & { resealed: Buffer }) | undefined {
  const { id, sealed } = row;
  if (isSealedByCurrentKey(ring, sealed)) return undefined;
  const place = { table, column: sealedAs, id };
  try {
    return { ...row, resealed: sealUnderRing(ring, unsealUnderRing(ring, sealed, place), place) };
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    unopened.push({ table, id });
    return undefined;
  }
}

/**
 * Locks rows in the order of ids, like all other code. A value changed or destroyed meanwhile is left alone. Returns
 * how many are now as wanted: a rerun after a lost commit finds what the run before it wrote.
 */
async function write(
  db: Database,
  { table, column }: RingColumn,
  changes: readonly (SealedRow & { resealed: Buffer })[],
): Promise<number> {
  if (changes.length === 0) return 0;
  const ids = changes.map(({ id }) => id);
  const sealed = changes.map((change) => change.sealed);
  const resealed = changes.map((change) => change.resealed);
  const written = await db.transaction(async (sql) => {
    await sql.query(`SELECT FROM ${table} WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`, [ids]);
    return sql.query(
      `UPDATE ${table} AS t SET ${column} = c.resealed
       FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS c (id, sealed, resealed)
       WHERE t.id = c.id AND t.${column} IN (c.sealed, c.resealed) RETURNING t.id`,
      [ids, sealed, resealed],
    );
  });
  return written.length;
}

function audit(db: Database, action: string, details: Readonly<Record<string, unknown>>): Promise<void> {
  return db.transaction((sql) =>
    appendAudit(sql, { actor: 'system', action, target: 'encryption_keys', details }),
  );
}
