import type { Response } from 'express';
import type { Database, DatabasePool } from '../../shared/db/database.js';
import { ofClient, ofClients, type Scope } from '../../shared/db/scope.js';
import { liveSideOf } from '../../shared/domain/mode.js';
import { identityOf } from '../http/context.js';

/** The rows of an account and what belongs to it: those of its client, or of staff. */
export function ofAccount(db: DatabasePool, clientId: string | null): Database {
  return db.scoped(clientId === null ? 'staff' : ofClient(clientId));
}

/** The rows of the account that makes the request. */
export function ofOwnAccount(db: DatabasePool, res: Response): Database {
  return ofAccount(db, identityOf(res).clientId);
}

/** The rows of these clients, with the accounts of who works for them, which are on the live side in test mode too. */
export function withAccounts(rows: readonly { readonly clientId: string }[]): Scope {
  return ofClients(rows.flatMap(({ clientId }) => [{ clientId }, { clientId: liveSideOf(clientId) }]));
}
