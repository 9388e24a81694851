import { newId } from '../shared/domain/ids.js';
import type { Site } from './site-servers.js';
import { tokenIssuer } from './tokens.js';
import { withClient } from './with-client.js';

/** A client with a full wallet, and a token of its only user. */
export interface BenchClient {
  clientId: string;
  token: string;
}

/** More than a run can spend, and far from integer overflow. */
const CREDITS = 1_000_000_000;

/** Creates clients with one user each; the top-up is in the ledger, so that the books balance. */
export async function createClients(
  site: Pick<Site, 'ownerUrl' | 'environment'>,
  count: number,
): Promise<BenchClient[]> {
  const issue = tokenIssuer(site.environment);
  const ids = Array.from({ length: count }, () => ({ clientId: newId(), userId: newId() }));
  const values = [ids.map(({ clientId }) => clientId), ids.map(({ userId }) => userId), CREDITS];
  await withClient(site.ownerUrl, (client) => client.query(CREATE, values));
  return ids.map(({ clientId, userId }) => ({
    clientId,
    token: issue({ userId, clientId, scope: 'client' }),
  }));
}

const CREATE = `
  WITH new AS (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS new (client_id, user_id)),
  clients AS (INSERT INTO clients (id, name) SELECT client_id, 'Bench' FROM new),
  users AS (
    INSERT INTO users (id, client_id, email, password_hash, role)
    SELECT user_id, client_id, user_id || '@example.test', 'none', 'client' FROM new
  ),
  wallets AS (
    INSERT INTO wallets (client_id, balance, last_entry_no) SELECT client_id, $3::integer, 1 FROM new
  )
  INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta,
    balance_after, reserved_after, note)
  SELECT client_id, 1, gen_random_uuid(), 'top_up', $3::integer, $3::integer, 0, $3::integer, 0, 'Bench' FROM new`;
