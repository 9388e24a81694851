import type { Sql } from '../../shared/db/database.js';
import { liveSideOf } from '../../shared/domain/mode.js';
import type { LogoMediaType } from '../../shared/wire/logo.js';

export interface LogoRow {
  picture: Buffer;
  media_type: LogoMediaType;
  digest: Buffer;
}

/** Reads the logo of a client, in test mode that of its live side; undefined when it has none. */
export async function loadLogo(sql: Sql, clientId: string): Promise<LogoRow | undefined> {
  const [row] = await sql.query<LogoRow>(
    'SELECT picture, media_type, digest FROM client_logos WHERE client_id = $1',
    [liveSideOf(clientId)],
  );
  return row;
}

/** Which picture it is, for who has it already; undefined when there is none. */
export async function loadLogoDigest(sql: Sql, clientId: string): Promise<string | undefined> {
  const [row] = await sql.query<Pick<LogoRow, 'digest'>>(
    'SELECT digest FROM client_logos WHERE client_id = $1',
    [liveSideOf(clientId)],
  );
  return row && digestWord(row);
}

/** How tags name a picture. */
export function digestWord({ digest }: Pick<LogoRow, 'digest'>): string {
  return digest.toString('base64url');
}
