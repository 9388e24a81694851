import { type BenchClient, createClients } from '../../harness/create-clients.js';
import type { MakeTap } from '../../harness/relay.js';
import type { Role } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { statusesOf } from '../../harness/wait-until-settled.js';
import type { OpenDatabase } from '../../shared/db/database.js';
import { toPublicId } from '../../shared/domain/ids.js';
import type { Finding } from '../check/find-broken-promises.js';
import type { ClientRequest } from '../client/request.js';
import type { Submitter } from '../client/submit.js';
import {
  type LinkedCommand,
  type LinkedProcess,
  startLinkedCommand,
  startLinkedProcess,
  type Taps,
} from '../world/linked-process.js';
import type { Servers } from '../world/servers.js';
import { createSite, openSiteDatabase } from '../world/site.js';
import { KeyPair } from './key-pair.js';
import { createStaff } from './staff.js';
import { openSubscription, type Subscription } from './subscription.js';

/** Short, because a dead worker's call counts as in flight for this long and five seconds more. */
const PROVIDER_TIMEOUT_MS = 4_000;
/** Longer than a job stays with a dead worker (20 s) and a call counts as in flight (7 s), on a busy machine. */
const SETTLES_WITHIN_MS = 240_000;

/** What some requests are promised besides their settlement. */
interface Promised {
  /** Requests an admin has asked to erase. */
  erased: ClientRequest[];
  /** Requests whose keys were resealed. */
  opened: ClientRequest[];
}

/** The site of one group of kills: everything but the victim stays alive. */
export class CrashSite {
  readonly requests: ClientRequest[] = [];
  readonly promised: Promised = { erased: [], opened: [] };
  /** Violations found along the way. */
  readonly findings: Finding[] = [];
  #helper: LinkedProcess | undefined;
  #subscription: Subscription | undefined;
  #started = 0;

  private constructor(
    readonly servers: Servers,
    readonly site: Site,
    readonly keys: KeyPair,
    readonly db: OpenDatabase,
    /** An API that is never killed, to which clients send retries. */
    readonly api: LinkedProcess,
    private readonly client: BenchClient,
    readonly staff: Readonly<Record<'support' | 'admin', string>>,
    private readonly name: string,
  ) {}

  static async open(servers: Servers, name: string): Promise<CrashSite> {
    const { environment, ...rest } = await createSite(servers, PROVIDER_TIMEOUT_MS);
    const keys = new KeyPair(environment.ENCRYPTION_KEYS ?? '');
    const site = { ...rest, environment: { ...environment, ENCRYPTION_KEYS: keys.current } };
    const [client] = await createClients(site, 1);
    if (client === undefined) throw new Error('No client was made');
    const db = await openSiteDatabase(site);
    const staff = { support: await createStaff(site, 'support'), admin: await createStaff(site, 'admin') };
    const api = await startLinkedProcess({ site, role: 'api', name: `${name}-api`, taps: {} });
    return new CrashSite(servers, site, keys, db, api, client, staff, name);
  }

  /** Submits to an API of this site. */
  submitterTo(api: LinkedProcess): Submitter {
    return { nextUrl: () => api.url, token: () => this.client.token };
  }

  /** The path of an admin's request about the client's subject. */
  personalDataPath(what: 'erasures' | 'exports'): string {
    return `/api/v1/admin/clients/${toPublicId('client', this.client.clientId)}/personal-data/${what}`;
  }

  /** Starts another process of this site, with a log under its name. */
  start(role: Role, taps: Taps, environment: Record<string, string> = {}): Promise<LinkedProcess> {
    return startLinkedProcess({ ...this.#nextProcess(role), role, taps, environment });
  }

  /** Starts a command of `npm run admin` on this site. */
  startCommand(
    args: readonly string[],
    taps: Taps,
    environment: Record<string, string>,
  ): Promise<LinkedCommand> {
    return startLinkedCommand({ ...this.#nextProcess('admin'), args, taps, environment });
  }

  #nextProcess(kind: string) {
    this.#started += 1;
    return { site: this.site, name: `${this.name}-${kind}-${this.#started}` };
  }

  /** Makes sure that there is a worker that is never killed. */
  async startHelper(): Promise<void> {
    this.#helper ??= await this.start('worker', {});
  }

  /** Makes sure that the client is subscribed to its requests, with messages passing through this tap from now on. */
  async subscribe(tap: MakeTap): Promise<Subscription> {
    this.#subscription ??= await openSubscription(this.submitterTo(this.api), tap);
    this.#subscription.watch(tap);
    return this.#subscription;
  }

  /** Undefined if the client never subscribed. */
  get subscription(): Subscription | undefined {
    return this.#subscription;
  }

  /** Resolves when no request is pending. Throws if one still is after four minutes. */
  async waitUntilSettled(): Promise<void> {
    await waitFor(async () => (await statusesOf(this.db)).pending === undefined, {
      timeoutMs: SETTLES_WITHIN_MS,
      describe: 'no request is pending',
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.api.close(), this.#helper?.close()]);
    await this.#subscription?.close();
    await this.db.close();
  }
}
