import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Owns the tables and runs the migrations. */
const OWNER_ROLE = 'verification_owner';
/** The role api and worker sign in as; the migrations grant it what it needs. */
const APP_ROLE = 'verification_app';

export interface ServiceDatabase {
  ownerUrl: string;
  appUrl: string;
}

/** Returns the address of another database for the same server and role. */
export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function ensureRole(client: pg.Client, role: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  return password;
}

function urlFor(superuserUrl: string, role: string, password: string, database: string): string {
  const url = new URL(urlOfDatabase(superuserUrl, database));
  url.username = role;
  url.password = password;
  return url.href;
}

/**
 * Creates the service's two roles, with new passwords each time, and its database, owned by the first, on a server
 * where `superuserUrl` signs in. Neither role is a superuser: what works here works on a managed server.
 */
export async function ensureServiceDatabase(
  superuserUrl: string,
  database: string,
): Promise<ServiceDatabase> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const ownerPassword = await ensureRole(client, OWNER_ROLE);
    const appPassword = await ensureRole(client, APP_ROLE);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)} OWNER ${OWNER_ROLE}`);
    }
    return {
      ownerUrl: urlFor(superuserUrl, OWNER_ROLE, ownerPassword, database),
      appUrl: urlFor(superuserUrl, APP_ROLE, appPassword, database),
    };
  } finally {
    await client.end();
  }
}
