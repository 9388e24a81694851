import type { Sql } from '../../shared/db/database.js';
import { ClientLogo } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { liveSideOf } from '../../shared/domain/mode.js';

/** A logo as reports show it. */
export type ShownLogo = Pick<ClientLogo, 'picture' | 'mediaType' | 'digest'>;

/** Reads the logo of a client, in test mode that of its live side; undefined if it has none. */
export async function loadLogo(sql: Sql, clientId: string): Promise<ShownLogo | undefined> {
  const logo = await rowsOf(sql, ClientLogo).findOne({
    select: { picture: true, mediaType: true, digest: true },
    where: { clientId: liveSideOf(clientId) },
  });
  return logo ?? undefined;
}

/** Reads only the digest, for callers that may hold the picture already; undefined if there is none. */
export async function loadLogoDigest(sql: Sql, clientId: string): Promise<string | undefined> {
  const where = { clientId: liveSideOf(clientId) };
  const logo = await rowsOf(sql, ClientLogo).findOne({ select: { digest: true }, where });
  return logo === null ? undefined : digestWord(logo);
}

/** The digest in the form used in entity tags. */
export function digestWord({ digest }: Pick<ShownLogo, 'digest'>): string {
  return digest.toString('base64url');
}
