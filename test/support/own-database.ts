import { ensureServiceDatabase } from '../../scripts/embedded/service-database.js';
import { migrate } from '../../shared/db/migrate.js';
import type { TestDatabase } from './database.js';
import { type OwnServer, startOwnPostgres } from './own-servers.js';

/** A migrated database on a PostgreSQL of the caller's own, which survives crashes as the real one has to. */
export async function startOwnDatabase(): Promise<{
  server: OwnServer;
  database: Pick<TestDatabase, 'url' | 'ownerUrl'>;
}> {
  const server = await startOwnPostgres({ durable: true });
  try {
    const { appUrl, ownerUrl } = await ensureServiceDatabase(server.url, 'service');
    await migrate({ ownerUrl, appUrl });
    return { server, database: { url: appUrl, ownerUrl } };
  } catch (error) {
    await server.remove();
    throw error;
  }
}
