import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Sql } from '../../shared/db/database.js';
import type { Verification } from '../../shared/db/entities/index.js';
import { isLive, isTest } from '../../shared/db/of-mode.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { SealedVerification } from '../../shared/db/sealed-verification.js';
import { newId } from '../../shared/domain/ids.js';
import type { Mode } from '../../shared/domain/mode.js';
import type { Parameters } from '../../shared/domain/parameters.js';
import { maskText } from '../../shared/domain/personal-data.js';
import type { NewNote } from '../../shared/reviews/review-case.js';

/** A verification with its sealed values opened, for the duration of one support request. */
export interface DeskCase {
  id: string;
  clientId: string;
  subject: string;
  parameters: Parameters;
  sealed: SealedVerification;
}

/** Of a case that is not erased, which is what takes these away. */
interface SealedRow extends RowOf<Verification, 'id' | 'client_id'> {
  data_key: NonNullable<Verification['dataKey']>;
  subject_sealed: NonNullable<Verification['subjectSealed']>;
  parameters_sealed: NonNullable<Verification['parametersSealed']>;
}

/**
 * Opens verifications by id, leaving out those that do not exist, are erased, or are in test mode, which support does
 * not see. Throws SealError.
 */
export async function openDeskCases(
  sql: Sql,
  keyring: Keyring,
  ids: readonly string[],
  mode: Mode = 'live',
): Promise<DeskCase[]> {
  const rows = await sql.query<SealedRow>(
    `SELECT id, client_id, data_key, subject_sealed, parameters_sealed FROM verifications
     WHERE id = ANY($1::uuid[]) AND erased_at IS NULL
       AND ${mode === 'test' ? isTest('client_id') : isLive('client_id')} ORDER BY id`,
    [ids],
  );
  return rows.map((row) => {
    const sealed = new SealedVerification(keyring, row);
    return {
      id: row.id,
      clientId: row.client_id,
      subject: sealed.subject(row.subject_sealed),
      parameters: sealed.parameters(row.parameters_sealed),
      sealed,
    };
  });
}

/**
 * Creates a note on a case, before the transaction that writes it. The subject and every identity number pasted into it
 * are masked.
 */
export function newNote({ sealed, subject }: DeskCase, text: string): NewNote {
  const id = newId();
  return { id, sealed: sealed.sealNote(id, maskText(text, subject)) };
}
