import { createClient } from '../shared/accounts/create-client.js';
import { createUser } from '../shared/accounts/create-user.js';
import { DEMO_EMAILS } from '../shared/accounts/demo-accounts.js';
import { hashPassword } from '../shared/accounts/passwords.js';
import { openDatabase, type Sql } from '../shared/db/database.js';
import { newId } from '../shared/domain/ids.js';
import type { Role } from '../shared/domain/roles.js';
import { moveClientCredits } from '../shared/ledger/move-client-credits.js';

/** The thresholds are set where a person should notice that credits run low. */
const CLIENTS = [
  {
    name: 'Demo Client',
    person: 'Demo Owner',
    email: DEMO_EMAILS.client,
    credits: 10_000,
    lowBalanceThreshold: 500,
  },
  {
    name: 'Other Demo Client',
    person: 'Other Demo Owner',
    email: DEMO_EMAILS.other,
    credits: 100,
    lowBalanceThreshold: 20,
  },
] as const;
const STAFF = [
  { name: 'Demo Admin', email: DEMO_EMAILS.admin, role: 'admin' },
  { name: 'Demo Support', email: DEMO_EMAILS.support, role: 'support' },
] as const;

const SYSTEM = { actor: 'system' };

/**
 * Creates the demo accounts, all with the given password, in one transaction. Returns false, and changes nothing, if
 * any of them exists already. Never for production: the password is public.
 */
export async function seedDemo(options: { databaseUrl: string; password: string }): Promise<boolean> {
  const db = await openDatabase({
    url: options.databaseUrl,
    applicationName: 'seed',
    scope: 'operator',
    poolSize: 1,
  });
  try {
    return await db.transaction((sql) => seed(sql, options.password));
  } finally {
    await db.close();
  }
}

async function seed(sql: Sql, password: string): Promise<boolean> {
  const standing = await sql.query('SELECT FROM users WHERE email = ANY($1::text[])', [
    Object.values(DEMO_EMAILS),
  ]);
  if (standing.length > 0) return false;
  for (const member of STAFF) await addUser(sql, { ...member, clientId: null, password });
  for (const client of CLIENTS) {
    const clientId = await addClient(sql, client);
    const { email, person: name } = client;
    await addUser(sql, { email, name, role: 'owner', clientId, password });
  }
  return true;
}

interface DemoUser {
  email: string;
  name: string;
  role: Role;
  clientId: string | null;
  password: string;
}

async function addUser(sql: Sql, { password, ...account }: DemoUser): Promise<void> {
  const passwordHash = await hashPassword(password);
  const user = { ...account, id: newId(), passwordHash, mustChangePassword: false };
  await createUser(sql, user, SYSTEM);
}

async function addClient(sql: Sql, client: (typeof CLIENTS)[number]): Promise<string> {
  const { name, lowBalanceThreshold, credits } = client;
  const id = newId();
  await createClient(sql, { id, name, lowBalanceThreshold, retentionDays: null }, SYSTEM);
  const move = { entryId: newId(), clientId: id, amount: credits, note: 'Demo credits' };
  await moveClientCredits(sql, { ...move, idempotencyKey: 'demo-credits' }, SYSTEM);
  return id;
}
