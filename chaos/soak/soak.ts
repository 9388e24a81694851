import type { Site } from '../../harness/site-servers.js';
import type { Database } from '../../shared/db/database.js';
import type { WebhookReceiver } from '../client/webhook-receiver.js';
import type { Servers } from '../world/servers.js';
import type { Cluster } from './cluster.js';
import type { Load } from './load.js';

/** Everything a fault may affect. */
export interface Soak {
  readonly servers: Servers;
  readonly site: Site;
  readonly cluster: Cluster;
  readonly load: Load;
  readonly receiver: WebhookReceiver;
  /** The receiver's endpoint, which belongs to the first client; the plain implementation has none. */
  readonly endpointId: string | undefined;
  /** Connected to PostgreSQL as the superuser, bypassing every relay. */
  readonly db: Database;
}
