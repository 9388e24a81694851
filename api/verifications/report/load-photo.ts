import type { Sql } from '../../../shared/db/database.js';
import type { Check } from '../../../shared/db/entities/check.entity.js';
import type { Verification } from '../../../shared/db/entities/verification.entity.js';
import type { RowOf } from '../../../shared/db/row-of.js';
import { PHOTO_SERVICES } from '../../../shared/services/index.js';

/** The verification whose data key opens the photograph. */
export interface PhotoRow extends RowOf<Verification, 'id'> {
  data_key: NonNullable<Verification['dataKey']>;
  check_id: Check['id'];
  photo_sealed: NonNullable<Check['photoSealed']>;
}

/** Reads the sealed photograph of this client's verification, or undefined if there is none. */
export async function loadPhoto(sql: Sql, clientId: string, id: string): Promise<PhotoRow | undefined> {
  const [row] = await sql.query<PhotoRow>(
    `SELECT v.id, v.data_key, c.id AS check_id, c.photo_sealed
     FROM verifications v JOIN checks c ON c.verification_id = v.id
     WHERE v.client_id = $1 AND v.id = $2 AND v.service_code = ANY($3::text[]) AND c.photo_sealed IS NOT NULL`,
    [clientId, id, PHOTO_SERVICES],
  );
  return row;
}
