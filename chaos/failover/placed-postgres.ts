import { ensureServiceDatabase } from '../../scripts/embedded/service-database.js';
import { migrate } from '../../shared/db/migrate.js';
import { through } from '../../test/support/database-pair.js';
import { type OwnServer, startOwnPostgres } from '../../test/support/own-servers.js';
import { type Relay, startRelay } from '../../test/support/relay.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';

/** The database of the service on every server. */
export const DATABASE = 'service';

/** A PostgreSQL and where its files are. */
export interface PlacedPostgres {
  readonly server: OwnServer;
  readonly folder: string;
}

/** Where the service finds its database, whichever server that is on. */
export interface ServiceAddress {
  readonly relay: Relay;
  readonly appUrl: string;
  readonly ownerUrl: string;
}

/** Starts a PostgreSQL with every guarantee on, with what is in the folder. */
export async function startPlaced(folder: string): Promise<PlacedPostgres> {
  return { server: await startOwnPostgres({ folder, durable: true }), folder };
}

/** Starts the first server, with a migrated database, and an address in front of it. */
export async function startFirst(): Promise<{ first: PlacedPostgres; service: ServiceAddress }> {
  const first = await startPlaced(temporaryFolder());
  const { appUrl, ownerUrl } = await ensureServiceDatabase(first.server.url, DATABASE);
  await migrate({ ownerUrl, appUrl });
  const relay = await startRelay(first.server.url);
  return {
    first,
    service: { relay, appUrl: through(relay, appUrl), ownerUrl: through(relay, ownerUrl) },
  };
}
