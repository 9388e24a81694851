import { addReviewNote } from '../../../api/reviews/add-review-note.js';
import { subjectCommitment, subjectHash } from '../../../shared/crypto/keyed-hash.js';
import { SealError, unseal, unsealUnderRing } from '../../../shared/crypto/seal.js';
import type { Database, Sql } from '../../../shared/db/database.js';
import { SealedVerification, sealFor } from '../../../shared/db/sealed-verification.js';
import { newId } from '../../../shared/domain/ids.js';
import { type EraseDeps, type ErasureReport, eraseDue } from '../../../worker/erasure/erase-due.js';
import { recordingLogger } from '../checks/check-worker.js';
import { insertRow } from '../database/factories/insert-row.js';
import {
  type BuiltVerification,
  buildVerification,
  type VerificationOverrides,
} from '../database/factories.js';
import { testKeys } from '../processes/keys.js';

/** The fact that tests search for afterwards: in details, answers, references, notes and labels. */
export const FACT = 'Fact-about-a-synthetic-person';
/** Long over for most retentions, and not for the longest, of ten years. */
export const LONG_AGO = new Date(Date.now() - 2_000 * 24 * 60 * 60_000);

/** A completed identity check with a value in every place that can contain personal data. */
export async function buildFullVerification(
  db: Database,
  overrides: VerificationOverrides,
): Promise<BuiltVerification> {
  const check = { details: { surname: FACT }, reference: FACT, photo: Buffer.from(FACT), label: FACT };
  const built = await buildVerification(db, {
    serviceCode: 'identity_check',
    parameters: {},
    status: 'completed',
    label: FACT,
    checks: [check],
    ...overrides,
  });
  const [row] = await db.query<{ id: string; data_key: Buffer; call_id: string }>(
    `SELECT v.id, v.data_key, p.id AS call_id FROM verifications v
     JOIN checks c ON c.verification_id = v.id JOIN provider_calls p ON p.check_id = c.id WHERE v.id = $1`,
    [built.id],
  );
  if (row === undefined) throw new Error('The verification has no call');
  const { dataKey } = new SealedVerification(testKeys.encryptionKeys, row);
  const sealed = (column: Parameters<typeof sealFor>[1], id: string, content = FACT) =>
    sealFor(dataKey, column, id, content);
  await db.query('UPDATE provider_calls SET answer_sealed = $2 WHERE id = $1', [
    row.call_id,
    sealed('answer_sealed', row.call_id),
  ]);
  const checkId = built.checks[0]?.id ?? '';
  await insertRow(db, 'late_findings', {
    call_id: row.call_id,
    outcome: 'positive',
    label: FACT,
    details_sealed: sealed('details_sealed', checkId, JSON.stringify({ surname: FACT })),
    reference_sealed: sealed('reference_sealed', checkId),
    photo_sealed: sealed('photo_sealed', checkId),
  });
  const noteId = newId();
  const note = { id: noteId, sealed: sealed('text_sealed', noteId) };
  await db.transaction((sql) => addReviewNote(sql, { verificationId: built.id, note }, { userId: null }));
  return built;
}

/** One pass of a worker's eraser, without a grace period: what it announces it erases. */
export function runEraser(db: Database, overrides: Partial<EraseDeps> = {}): Promise<ErasureReport> {
  const { logger } = recordingLogger();
  return eraseDue({
    db,
    logger,
    graceMs: 0,
    stopping: () => false,
    countErased: () => undefined,
    countStop: () => undefined,
    ...overrides,
  });
}

/** One value of one row that belongs to a verification. */
interface Value {
  table: string;
  column: string;
  rowId: string;
  value: unknown;
}

/** The rows of every table that can contain a verification's data, and how to find them. */
const ROWS: Readonly<Record<string, string>> = {
  verifications: 't.id = $1',
  checks: 't.verification_id = $1',
  provider_calls: 't.check_id IN (SELECT id FROM checks WHERE verification_id = $1)',
  late_findings: `t.call_id IN (
    SELECT p.id FROM provider_calls p JOIN checks c ON c.id = p.check_id WHERE c.verification_id = $1)`,
  reviews: 't.verification_id = $1',
  review_notes: 't.verification_id = $1',
  consent_evidence: 't.verification_id = $1',
  wallet_entries: 't.verification_id = $1',
};

/** Every value the database has of a verification. */
export async function valuesOf(sql: Sql, verificationId: string): Promise<Value[]> {
  const values: Value[] = [];
  for (const [table, condition] of Object.entries(ROWS)) {
    const rows = await sql.query<Record<string, unknown>>(`SELECT t.* FROM ${table} t WHERE ${condition}`, [
      verificationId,
    ]);
    for (const row of rows) {
      const rowId = String(row.id ?? row.call_id ?? row.verification_id);
      for (const [column, value] of Object.entries(row)) values.push({ table, column, rowId, value });
    }
  }
  return values;
}

/**
 * The values, as `table.column`, from which someone with all the service's keys could recover something about the
 * person: by reading or opening them, or by testing whether they belong to this subject.
 */
export function readableValues(values: readonly Value[], of: BuiltVerification): string[] {
  return values
    .filter((value) => isReadable(value, values, of))
    .map(({ table, column }) => `${table}.${column}`);
}

function isReadable(
  value: Value,
  all: readonly Value[],
  { id, clientId, subject }: BuiltVerification,
): boolean {
  if (!Buffer.isBuffer(value.value)) {
    const text = JSON.stringify(value.value);
    // Ids and digests contain any four digits by chance.
    const lastFour = new RegExp(`(?<![\\da-f-])${subject.slice(-4)}(?![\\da-f-])`, 'i');
    return text.includes(FACT) || text.includes(subject) || lastFour.test(text);
  }
  const bytes = value.value;
  const dataKeys = all.flatMap((other) => {
    if (other.column !== 'data_key' || !Buffer.isBuffer(other.value)) return [];
    return [new SealedVerification(testKeys.encryptionKeys, { id, data_key: other.value }).dataKey];
  });
  const places = all.map(({ table, column, rowId }) => ({ table, column, id: rowId }));
  const hashes = [
    subjectHash(testKeys.indexKey, clientId, subject),
    ...dataKeys.map((dataKey) => subjectCommitment(dataKey, subject)),
  ];
  return (
    bytes.includes(FACT) ||
    bytes.includes(subject) ||
    hashes.some((hash) => hash.equals(bytes)) ||
    places.some((place) => opens(() => unsealUnderRing(testKeys.encryptionKeys, bytes, place))) ||
    [testKeys.indexKey, testKeys.encryptionKeys.current.key, ...dataKeys].some((key) =>
      places.some((place) => opens(() => unseal(key, bytes, place))),
    )
  );
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
