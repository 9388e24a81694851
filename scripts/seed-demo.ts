import { createUser } from '../shared/commands/create-user.js';
import { openDatabase, type Sql } from '../shared/db/database.js';
import { newId } from '../shared/domain/ids.js';
import { moveCredits } from '../shared/domain/ledger.js';
import type { Role } from '../shared/domain/roles.js';
import { hashPassword } from '../shared/passwords.js';

/** The demo sign-ins of contract 8. The thresholds are where a person should see that credits run low. */
const CLIENTS = [
  { name: 'Demo Client', email: 'client@example.test', credits: 10_000, lowBalanceThreshold: 500 },
  { name: 'Other Demo Client', email: 'other@example.test', credits: 100, lowBalanceThreshold: 20 },
] as const;
const STAFF = [
  { email: 'admin@example.test', role: 'admin' },
  { email: 'support@example.test', role: 'support' },
] as const;

/**
 * Creates the demo accounts, all with the given password, in one transaction. Returns false, and changes nothing, when
 * any of them stands already. Never for production: the password is public.
 */
export async function seedDemo(options: { databaseUrl: string; password: string }): Promise<boolean> {
  const db = await openDatabase({ url: options.databaseUrl, applicationName: 'seed', poolSize: 1 });
  try {
    return await db.transaction((sql) => seed(sql, options.password));
  } finally {
    await db.close();
  }
}

async function seed(sql: Sql, password: string): Promise<boolean> {
  const emails = [...CLIENTS, ...STAFF].map(({ email }) => email);
  const standing = await sql.query('SELECT FROM users WHERE email = ANY($1::text[])', [emails]);
  if (standing.length > 0) return false;
  for (const { email, role } of STAFF) await addUser(sql, { email, role, clientId: null, password });
  for (const client of CLIENTS) {
    const clientId = await addClient(sql, client);
    await addUser(sql, { email: client.email, role: 'client', clientId, password });
  }
  return true;
}

interface DemoUser {
  email: string;
  role: Role;
  clientId: string | null;
  password: string;
}

async function addUser(sql: Sql, { email, role, clientId, password }: DemoUser): Promise<void> {
  const passwordHash = await hashPassword(password);
  const user = { id: newId(), clientId, email, passwordHash, role, mustChangePassword: false };
  await createUser(sql, user, { actor: 'system' });
}

async function addClient(sql: Sql, client: (typeof CLIENTS)[number]): Promise<string> {
  const clientId = newId();
  await sql.query('INSERT INTO clients (id, name, low_balance_threshold) VALUES ($1, $2, $3)', [
    clientId,
    client.name,
    client.lowBalanceThreshold,
  ]);
  const wallet = { clientId, balance: 0, reserved: 0, lastEntryNo: 0 };
  const line = moveCredits(wallet, 'top_up', client.credits);
  await sql.query(
    'INSERT INTO wallets (client_id, balance, reserved, last_entry_no) VALUES ($1, $2, $3, $4)',
    [clientId, wallet.balance, wallet.reserved, wallet.lastEntryNo],
  );
  await sql.query(
    `INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta,
       balance_after, reserved_after, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'Demo credits')`,
    [
      clientId,
      line.entryNo,
      newId(),
      line.kind,
      line.amount,
      line.balanceDelta,
      line.reservedDelta,
      line.balanceAfter,
      line.reservedAfter,
    ],
  );
  return clientId;
}
