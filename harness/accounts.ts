import type { Sql } from '../shared/db/database.js';
import { newId, toPublicId } from '../shared/domain/ids.js';
import { type Role, scopeOf, teamRoleOf } from '../shared/domain/roles.js';

export interface ClientOverrides {
  name?: string;
  suspended?: boolean;
  lowBalanceThreshold?: number;
  retentionDays?: number | null;
  /** Credits of the first top-up; 0 leaves the ledger empty. */
  balance?: number;
}

export interface BuiltClient {
  id: string;
  publicId: string;
}

/**
 * Inserts a client with its wallet, and a top-up that explains the balance (10 000 by default). At once: workers that
 * check the ledger meanwhile would raise an alarm over a balance without its top-up.
 */
export async function buildClient(sql: Sql, overrides: ClientOverrides = {}): Promise<BuiltClient> {
  const id = newId();
  await sql.query(CREATE_CLIENT, [
    id,
    overrides.name ?? `Client ${id}`,
    overrides.suspended ?? false,
    overrides.lowBalanceThreshold ?? 0,
    overrides.retentionDays ?? null,
    overrides.balance ?? 10_000,
    newId(),
  ]);
  return { id, publicId: toPublicId('client', id) };
}

const CREATE_CLIENT = `
  WITH client AS (
    INSERT INTO clients (id, name, suspended, low_balance_threshold, retention_days) VALUES ($1, $2, $3, $4, $5)
  ), wallet AS (
    INSERT INTO wallets (client_id, balance, last_entry_no) VALUES ($1, $6, CASE WHEN $6 > 0 THEN 1 ELSE 0 END)
  )
  INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta, balance_after,
    reserved_after, note)
  SELECT $1, 1, $7, 'top_up', $6::integer, $6::integer, 0, $6::integer, 0, 'first credits' WHERE $6::integer > 0`;

export interface UserOverrides {
  /** Null for staff. */
  clientId: string | null;
  /** By default `owner`, or `support` for staff. */
  role?: Role;
  email?: string;
  /** What the person is called; unknown by default. */
  name?: string;
  /** Argon2id in PHC form; no password matches the default. */
  passwordHash?: string;
  suspended?: boolean;
  mustChangePassword?: boolean;
}

/** Inserts a user and returns its id. */
export async function buildUser(sql: Sql, overrides: UserOverrides): Promise<{ id: string; email: string }> {
  const id = newId();
  const email = overrides.email ?? `${id}@example.test`;
  const role = overrides.role ?? (overrides.clientId === null ? 'support' : 'owner');
  await sql.query(
    `INSERT INTO users (id, client_id, email, password_hash, role, team_role, suspended, must_change_password, name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      overrides.clientId,
      email,
      overrides.passwordHash ?? 'no password fits',
      scopeOf(role),
      teamRoleOf(role),
      overrides.suspended ?? false,
      overrides.mustChangePassword ?? false,
      overrides.name ?? null,
    ],
  );
  return { id, email };
}
