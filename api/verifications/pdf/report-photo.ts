import { ofClient } from '../../../shared/db/scope.js';
import { SealedVerification } from '../../../shared/db/sealed-verification.js';
import { PHOTO_SERVICES } from '../../../shared/services/index.js';
import type { ApiDeps } from '../../deps.js';
import { loadPhoto } from '../report/load-photo.js';
import type { ReportRow } from '../report/load-report.js';

/** Opens the photograph of a report; undefined if it has none, or none yet. */
export async function openReportPhoto(
  { db, config }: Pick<ApiDeps, 'db' | 'config'>,
  clientId: string,
  { id, service_code, status }: ReportRow,
): Promise<Buffer | undefined> {
  // A pending report has no photograph, even if one arrives between the two reads: its entity tag says pending.
  if (!PHOTO_SERVICES.includes(service_code) || status !== 'completed') return undefined;
  const row = await loadPhoto(db.scoped(ofClient(clientId)), clientId, id);
  if (row === undefined) return undefined;
  return new SealedVerification(config.encryptionKeys, row).photo(row.check_id, row.photo_sealed);
}
