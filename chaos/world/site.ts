import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adoptCopy } from '../../harness/adopt-copy.js';
import { SECRETS } from '../../harness/secrets.js';
import { withClient } from '../../harness/with-client.js';
import {
  ensureServiceDatabase,
  type ServiceDatabase,
  urlOfDatabase,
} from '../../scripts/embedded/service-database.js';
import { migrate } from '../../shared/db/migrate.js';

/** A migrated, empty database and a Redis database of its own, with the environment for processes on them. */
export interface Site {
  readonly ownerUrl: string;
  readonly databaseUrl: string;
  /** Of the superuser, whom neither triggers nor privileges need stop. */
  readonly superuserUrl: string;
  readonly redisUrl: string;
  /** What API, worker and the plain implementation need; each ignores what is not its own. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The key that the workers send to the provider. */
export const PROVIDER_KEY = 'provider-key-of-the-chaos';

const TEMPLATE = 'chaos_template';

export interface SitesOptions {
  superuserUrl: string;
  redisUrl: string;
  providerUrl: string;
  /** How long a worker waits for the provider. */
  providerTimeoutMs: number;
}

/** Makes sites on one PostgreSQL and one Redis. */
export class Sites {
  #template: Promise<ServiceDatabase> | undefined;
  #made = 0;

  constructor(private readonly options: SitesOptions) {}

  async create(): Promise<Site> {
    const { superuserUrl, redisUrl, providerUrl } = this.options;
    this.#made += 1;
    const number = this.#made;
    const name = `chaos_${number}`;
    this.#template ??= migratedTemplate(superuserUrl);
    const template = await this.#template;
    const owner = new URL(template.ownerUrl).username;
    await withClient(superuserUrl, (client) =>
      client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER ${owner}`),
    );
    await adoptCopy(urlOfDatabase(template.ownerUrl, name));
    const databaseUrl = urlOfDatabase(template.appUrl, name);
    return {
      ownerUrl: urlOfDatabase(template.ownerUrl, name),
      databaseUrl,
      superuserUrl: urlOfDatabase(superuserUrl, name),
      redisUrl: `${redisUrl}/${number}`,
      environment: environmentOf({
        ...{ databaseUrl, providerUrl, redisUrl: `${redisUrl}/${number}` },
        providerTimeoutMs: this.options.providerTimeoutMs,
      }),
    };
  }
}

/** What API and worker need to work on these servers; a timeout in milliseconds. */
export function environmentOf(servers: {
  databaseUrl: string;
  redisUrl: string;
  providerUrl: string;
  providerTimeoutMs: number;
}): Readonly<Record<string, string>> {
  return {
    ...SECRETS,
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    PROVIDER_URL: servers.providerUrl,
    PROVIDER_API_KEY: PROVIDER_KEY,
    SPOOL_DIR: spoolFolder(),
    PROVIDER_TIMEOUT_MS: String(servers.providerTimeoutMs),
    CLIENT_REQUESTS_PER_MINUTE: '10000000',
    LOG_LEVEL: 'info',
  };
}

const spools: string[] = [];
process.once('exit', () => {
  for (const folder of spools) rmSync(folder, { recursive: true, force: true });
});

/** Removed with this process: workers of a site share it, and some of them are killed. */
function spoolFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'verification-spool-'));
  spools.push(folder);
  return folder;
}

async function migratedTemplate(superuserUrl: string): Promise<ServiceDatabase> {
  const template = await ensureServiceDatabase(superuserUrl, TEMPLATE);
  await migrate(template);
  return template;
}
