import { type OwnServer, startOwnPostgres } from './own-servers.js';
import { makeDatabase } from './template-database.js';

/** Starts a separate PostgreSQL with a migrated database, which survives crashes as the real one must. */
export async function startOwnDatabase(): Promise<{
  server: OwnServer;
  /** As API and worker sign in, and as the migrations do. */
  database: { url: string; ownerUrl: string };
}> {
  const server = await startOwnPostgres({ durable: true });
  try {
    const { appUrl, ownerUrl } = await makeDatabase(server.url, 'service');
    return { server, database: { url: appUrl, ownerUrl } };
  } catch (error) {
    await server.remove();
    throw error;
  }
}
