import { EnvironmentReader } from '../../shared/config/environment.js';
import { type Database, openDatabase } from '../../shared/db/database.js';

/** Works on the database of DATABASE_URL and closes it. Throws with a message for a person when it is not there. */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await open(readDatabaseUrl());
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

function readDatabaseUrl(): string {
  const reader = new EnvironmentReader(process.env);
  const url = reader.url('DATABASE_URL', ['postgres:', 'postgresql:'], 'it says which database to work on');
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
