import { sha256 } from '../../shared/crypto/sha256.js';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import type { LogoMediaType } from '../../shared/wire/logo.js';

/** A validated picture. */
export interface Logo {
  picture: Buffer;
  mediaType: LogoMediaType;
  width: number;
  height: number;
}

/** Sets the logo of a client's reports and records it in the audit log. Setting the same logo again changes nothing. */
export async function setLogo(sql: Sql, clientId: string, logo: Logo, by: Actor): Promise<void> {
  const { picture, mediaType, width, height } = logo;
  const digest = sha256(picture);
  const changed = await sql.query(
    `INSERT INTO client_logos AS logo (client_id, picture, media_type, width, height, digest)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (client_id) DO UPDATE SET picture = excluded.picture, media_type = excluded.media_type,
       width = excluded.width, height = excluded.height, digest = excluded.digest, changed_at = now()
     WHERE logo.digest <> excluded.digest RETURNING client_id`,
    [clientId, picture, mediaType, width, height, digest],
  );
  if (changed.length === 0) return;
  await appendAudit(sql, {
    ...by,
    action: 'client.logo_changed',
    target: toPublicId('client', clientId),
    details: { media_type: mediaType, width, height, bytes: picture.length },
  });
}

/** Removes the logo of a client and records it in the audit log; does nothing without one. */
export async function removeLogo(sql: Sql, clientId: string, by: Actor): Promise<void> {
  const removed = await sql.query('DELETE FROM client_logos WHERE client_id = $1 RETURNING client_id', [
    clientId,
  ]);
  if (removed.length === 0) return;
  await appendAudit(sql, {
    ...by,
    action: 'client.logo_removed',
    target: toPublicId('client', clientId),
  });
}
