import { createHash } from 'node:crypto';
import type { Sql } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import type { LogoMediaType } from '../../shared/wire/logo.js';

/** A picture that was judged. */
export interface Logo {
  picture: Buffer;
  mediaType: LogoMediaType;
  width: number;
  height: number;
}

/** Puts a logo at the head of a client's reports and says so in the audit log. The same again changes nothing. */
export async function setLogo(sql: Sql, clientId: string, logo: Logo, by: Actor): Promise<void> {
  const { picture, mediaType, width, height } = logo;
  const digest = createHash('sha256').update(picture).digest();
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

/** Takes the logo of a client away and says so in the audit log; without one nothing happens. */
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
