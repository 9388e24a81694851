import { through } from '../../harness/database-pair.js';
import { type OwnServer, startOwnPostgres } from '../../harness/own-servers.js';
import { type Relay, startRelay } from '../../harness/relay.js';
import { createSorted } from '../../harness/sorted-database.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { withClient } from '../../harness/with-client.js';
import { ensureServiceDatabase, type ServiceDatabase } from '../../scripts/embedded/service-database.js';
import { migrate } from '../../scripts/schema/migrate.js';

/** The service's database on every server. */
export const DATABASE = 'service';

/** A PostgreSQL and the folder of its files. */
export interface PlacedPostgres {
  readonly server: OwnServer;
  readonly folder: string;
}

/** Where the service finds its database, whichever server it is on. */
export interface ServiceAddress {
  readonly relay: Relay;
  readonly appUrl: string;
  readonly ownerUrl: string;
}

/** What distinguishes the first server from others. */
export interface Peculiarities {
  environment?: Readonly<Record<string, string>>;
  /** The ICU locale its database sorts by. */
  order?: string;
  /** Creates the schema; by default that of this release. */
  makeSchema?: ((service: ServiceDatabase) => Promise<unknown>) | undefined;
}

/** Starts a PostgreSQL with full durability on the contents of the folder. */
export async function startPlaced(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<PlacedPostgres> {
  return { server: await startOwnPostgres({ folder, durable: true, environment }), folder };
}

/** Starts the first server, with a migrated database, and an address in front of it. */
export async function startFirst({
  environment,
  order,
  makeSchema = migrate,
}: Peculiarities = {}): Promise<{ first: PlacedPostgres; service: ServiceAddress }> {
  const first = await startPlaced(temporaryFolder(), environment);
  const { url } = first.server;
  if (order !== undefined) await createSorted(url, DATABASE, order);
  const made = await ensureServiceDatabase(url, DATABASE);
  await own(url, made);
  await makeSchema(made);
  const relay = await startRelay(url);
  const { appUrl, ownerUrl } = made;
  return {
    first,
    service: { relay, appUrl: through(relay, appUrl), ownerUrl: through(relay, ownerUrl) },
  };
}

/** Makes the owner role own the database, even if the database existed first. */
async function own(superuserUrl: string, { ownerUrl }: ServiceDatabase): Promise<void> {
  await withClient(superuserUrl, (client) =>
    client.query(`ALTER DATABASE ${DATABASE} OWNER TO ${new URL(ownerUrl).username}`),
  );
}
