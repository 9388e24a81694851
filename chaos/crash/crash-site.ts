import { issueToken } from '../../api/auth/access-token.js';
import { type BenchClient, createClients } from '../../bench/world/clients.js';
import { withClient } from '../../bench/world/world.js';
import { readApiConfig } from '../../shared/config/api.js';
import { type Database, openDatabase } from '../../shared/db/database.js';
import { newId } from '../../shared/domain/ids.js';
import { statusesOf } from '../../test/support/settled.js';
import { waitFor } from '../../test/support/wait-for.js';
import type { ClientRequest } from '../client/request.js';
import type { Submitter } from '../client/submit.js';
import { type LinkedProcess, type Role, startLinkedProcess, type Taps } from '../world/linked-process.js';
import type { Servers } from '../world/servers.js';
import type { Site, Sites } from '../world/site.js';

/** Longer than a job stays with a dead worker (20 s), and a call counts as under way (7 s), on a busy machine. */
const SETTLES_WITHIN_MS = 240_000;

/** Where the kills of one group happen: everything but the victim stays alive. */
export class CrashSite {
  readonly requests: ClientRequest[] = [];
  #helper: LinkedProcess | undefined;
  #started = 0;

  private constructor(
    readonly servers: Servers,
    readonly site: Site,
    readonly db: Database,
    /** An API that nobody kills, for what clients try again. */
    readonly api: LinkedProcess,
    private readonly client: BenchClient,
    readonly supportToken: string,
    private readonly name: string,
  ) {}

  static async open(servers: Servers, sites: Sites, name: string): Promise<CrashSite> {
    const site = await sites.create();
    const [client] = await createClients(site, 1);
    if (client === undefined) throw new Error('No client was made');
    const db = await openDatabase({ url: site.superuserUrl, applicationName: 'chaos', poolSize: 2 });
    const supportToken = await createSupport(site);
    const api = await startLinkedProcess({
      site,
      role: 'api',
      name: `${name}-api`,
      logs: servers.logs,
      taps: {},
    });
    return new CrashSite(servers, site, db, api, client, supportToken, name);
  }

  /** Submits to an API of this site. */
  submitterTo(api: LinkedProcess): Submitter {
    return { nextUrl: () => api.url, token: () => this.client.token };
  }

  /** Starts another process of this site, whose log names it. */
  start(role: Role, taps: Taps, environment: Record<string, string> = {}): Promise<LinkedProcess> {
    this.#started += 1;
    const name = `${this.name}-${role}-${this.#started}`;
    return startLinkedProcess({ site: this.site, role, name, logs: this.servers.logs, taps, environment });
  }

  /** Makes sure that there is a worker which nobody kills. */
  async startHelper(): Promise<void> {
    this.#helper ??= await this.start('worker', {});
  }

  /** Resolves when no request is pending. Throws when one still is after four minutes. */
  async waitUntilSettled(): Promise<void> {
    await waitFor(async () => (await statusesOf(this.db)).pending === undefined, {
      timeoutMs: SETTLES_WITHIN_MS,
      describe: 'no request is pending',
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.api.close(), this.#helper?.close()]);
    await this.db.close();
  }
}

/** A person of support, with a token. */
async function createSupport(site: Site): Promise<string> {
  const { jwtSecrets } = readApiConfig(site.environment);
  const userId = newId();
  await withClient(site.ownerUrl, (client) =>
    client.query(
      `INSERT INTO users (id, email, password_hash, role) VALUES ($1, 'support@example.test', 'none', 'support')`,
      [userId],
    ),
  );
  return issueToken(jwtSecrets, { userId, clientId: null, role: 'support', tokenVersion: 0 });
}
