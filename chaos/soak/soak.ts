import type { Site } from '../../harness/site-servers.js';
import type { Database } from '../../shared/db/database.js';
import type { WebhookReceiver } from '../client/webhook-receiver.js';
import type { Servers } from '../world/servers.js';
import type { Cluster } from './cluster.js';
import type { Load } from './load.js';

/** Everything that a fault may lay its hands on. */
export interface Soak {
  readonly servers: Servers;
  readonly site: Site;
  readonly cluster: Cluster;
  readonly load: Load;
  readonly receiver: WebhookReceiver;
  /** The endpoint that the receiver is, of the first client; the plain implementation has none. */
  readonly endpointId: string | undefined;
  /** Straight to PostgreSQL as the superuser, past every relay. */
  readonly db: Database;
}
