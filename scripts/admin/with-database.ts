import { settingsFrom } from '../../shared/config/environment.js';
import { readDatabaseUrl } from '../../shared/config/transport.js';
import { type Database, type OpenDatabase, openDatabase } from '../../shared/db/database.js';
import { OperatorError } from '../../shared/operator-error.js';
import { reasonOf } from '../verify/reason-of.js';

/**
 * Opens the database of DATABASE_URL for some work and closes it. Throws with a readable message if it is unavailable.
 */
export async function withDatabase<T>(work: (db: Database) => Promise<T>, { poolSize = 1 } = {}): Promise<T> {
  const db = await open(readAddress(), poolSize);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function readAddress(): string {
  const hint = 'it names the database to work on';
  return settingsFrom(process.env, (reader) => readDatabaseUrl(reader, 'DATABASE_URL', hint));
}

async function open(url: string, poolSize: number): Promise<OpenDatabase> {
  try {
    return await openDatabase({ url, applicationName: 'admin', scope: 'operator', poolSize });
  } catch (error) {
    throw new OperatorError(`The database of DATABASE_URL cannot be reached: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}
