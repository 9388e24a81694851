import { buildClient, buildUser } from '../../harness/accounts.js';
import type { Role } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { tokenIssuer } from '../../harness/tokens.js';
import type { OpenDatabase } from '../../shared/db/database.js';
import { type LinkedProcess, startLinkedProcess } from '../world/linked-process.js';
import type { Servers } from '../world/servers.js';
import { createSite, openSiteDatabase } from '../world/site.js';

/** The client competing in a round; the tokens are valid for an hour. */
export interface Competitor {
  /** The stored form of its id. */
  clientId: string;
  publicId: string;
  token: string;
}

export interface RaceSiteOptions {
  apis: number;
  workers: number;
}

/** Long enough for an answer even when the provider shares a busy machine with everything else. */
const PROVIDER_TIMEOUT_MS = 20_000;

/** The service on which all rounds of a run are played. */
export class RaceSite {
  private constructor(
    /** Directly connected to PostgreSQL as the superuser. */
    readonly db: OpenDatabase,
    readonly apiUrls: readonly string[],
    private readonly processes: readonly LinkedProcess[],
    private readonly issueToken: ReturnType<typeof tokenIssuer>,
    private readonly adminId: string,
  ) {}

  /** Starts APIs and workers on an empty database. */
  static async open(servers: Servers, { apis, workers }: RaceSiteOptions): Promise<RaceSite> {
    const site = await createSite(servers, PROVIDER_TIMEOUT_MS);
    const start = (role: Role, count: number) => startAll(site, role, count);
    const [started, others] = await Promise.all([start('api', apis), start('worker', workers)]);
    const db = await openSiteDatabase(site);
    const admin = await buildUser(db, { clientId: null, role: 'admin' });
    const issueToken = tokenIssuer(site.environment);
    const urls = started.map(({ url }) => url);
    return new RaceSite(db, urls, [...started, ...others], issueToken, admin.id);
  }

  /** Creates a client with this many credits, and a user of it with a token. */
  async createCompetitor(credits: number): Promise<Competitor> {
    const { id: clientId, publicId } = await buildClient(this.db, { balance: credits });
    const { id: userId } = await buildUser(this.db, { clientId });
    const token = this.issueToken({ userId, clientId, scope: 'client' });
    return { clientId, publicId, token };
  }

  /** A new token of the admin. */
  adminToken(): string {
    return this.issueToken({ userId: this.adminId, clientId: null, scope: 'admin' });
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((started) => started.close()));
    await this.db.close();
  }
}

function startAll(site: Site, role: Role, count: number): Promise<LinkedProcess[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      startLinkedProcess({ site, role, name: `${role}-${index + 1}`, taps: {} }),
    ),
  );
}
