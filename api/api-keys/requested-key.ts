import type { Request, Response } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { clientIdOf } from '../http/context.js';
import { idInPath } from '../http/id-in-path.js';
import { type ApiKeyRow, SHOWN_COLUMNS } from './present-api-key.js';

/** The key named by the path, as a key of the caller's client. Throws a 404 if the text cannot be the id of one. */
export function requestedKey(req: Request, res: Response): { id: string; clientId: string } {
  return { id: idInPath(req, 'apiKey'), clientId: clientIdOf(res) };
}

/** Reads a key as it is shown; undefined if its client has no such key, or it is deleted. */
export async function loadKey(
  sql: Sql,
  { id, clientId }: { id: string; clientId: string },
): Promise<ApiKeyRow | undefined> {
  const [row] = await sql.query<ApiKeyRow>(
    `SELECT ${SHOWN_COLUMNS} FROM api_keys AS k WHERE k.id = $1 AND k.client_id = $2 AND k.revoked_at IS NULL`,
    [id, clientId],
  );
  return row;
}
