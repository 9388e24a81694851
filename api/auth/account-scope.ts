import type { Response } from 'express';
import type { Database, DatabasePool } from '../../shared/db/database.js';
import { ofClient, ofClients, type Scope } from '../../shared/db/scope.js';
import { liveSideOf } from '../../shared/domain/mode.js';
import { identityOf } from '../http/context.js';

/** The database scoped to an account and what belongs to it: the rows of its client, or of staff. */
export function ofAccount(db: DatabasePool, clientId: string | null): Database {
  return db.scoped(clientId === null ? 'staff' : ofClient(clientId));
}

/** The database scoped to the account making the request, which is on the live side even in test mode. */
export function ofOwnAccount(db: DatabasePool, res: Response): Database {
  return ofAccount(db, identityOf(res).liveClientId);
}

/** The scope of these clients and of the accounts that work for them, which are on the live side even in test mode. */
export function withAccounts(rows: readonly { readonly clientId: string }[]): Scope {
  return ofClients(rows.flatMap(({ clientId }) => [{ clientId }, { clientId: liveSideOf(clientId) }]));
}
