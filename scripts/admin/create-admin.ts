import { isEmail } from 'class-validator';
import { createUser } from '../../shared/commands/create-user.js';
import { EnvironmentReader } from '../../shared/config/environment.js';
import { type Database, openDatabase } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { hashPassword, newPasswordFaults } from '../../shared/passwords.js';
import { askPassword } from './ask-password.js';
import { UsageError } from './usage-error.js';

/** Creates an admin account. Throws with a message for a person when it cannot. */
export async function createAdmin(email: string): Promise<void> {
  if (!isEmail(email)) throw new UsageError('--email must be an e-mail address.');
  const databaseUrl = readDatabaseUrl();
  const password = process.env.ADMIN_PASSWORD ?? (await askPassword('Password of the new admin: '));
  const faults = newPasswordFaults('password', password, email);
  if (faults.length > 0)
    throw new Error(faults.map(({ message }) => `The password ${lower(message)}`).join('\n'));
  const db = await open(databaseUrl);
  try {
    await insert(db, email, await hashPassword(password));
  } finally {
    await db.close();
  }
}

function readDatabaseUrl(): string {
  const reader = new EnvironmentReader(process.env);
  const url = reader.url('DATABASE_URL', ['postgres:', 'postgresql:'], 'it says where the accounts are');
  reader.finish();
  return url;
}

async function open(url: string): Promise<Database> {
  try {
    return await openDatabase({ url, applicationName: 'admin', poolSize: 1 });
  } catch (error) {
    // Messages of the driver are fit for the person who runs this command on the server.
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new Error(`The database of DATABASE_URL cannot be reached: ${reason}`, { cause: error });
  }
}

async function insert(db: Database, email: string, passwordHash: string): Promise<void> {
  const id = newId();
  const created = await db.transaction((sql) =>
    createUser(
      sql,
      { id, clientId: null, email, passwordHash, role: 'admin', mustChangePassword: false },
      { actor: 'system' },
    ),
  );
  if (!created) throw new Error(`There is an account with the e-mail address ${email} already.`);
}

function lower(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
