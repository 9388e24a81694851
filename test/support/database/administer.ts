import { Socket } from 'node:net';
import pg from 'pg';
import { sharedServers } from '../shared-servers.js';

/** One for all files of a run: to begin a session takes PostgreSQL as long as to copy a database. */
let session: Promise<pg.Client> | undefined;

/** Runs a statement as the superuser of the shared PostgreSQL, such as one that makes or drops a database. */
export async function administer(statement: string): Promise<void> {
  session ??= begin();
  await (await session).query(statement);
}

async function begin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: sharedServers().superuserUrl });
  const forget = (): void => {
    session = undefined;
  };
  // It ends with the server, after the last test.
  client.on('error', forget);
  await client.connect().catch((error: unknown) => {
    forget();
    throw error;
  });
  const { stream } = client.connection;
  if (stream instanceof Socket) stream.unref();
  return client;
}
