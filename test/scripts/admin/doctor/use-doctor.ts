import { createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { type OwnServer, startOwnRedis } from '../../../../harness/own-servers.js';
import { temporaryFolder } from '../../../../harness/temporary-folder.js';
import { withClient } from '../../../../harness/with-client.js';
import { examineAll, exitCodeOf } from '../../../../scripts/admin/doctor/examine-all.js';
import type { Finding } from '../../../../scripts/admin/doctor/judgement.js';
import { SUBJECTS } from '../../../../scripts/admin/doctor/subjects.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database/database.js';
import { superuserUrlOf } from '../../../support/database/superuser.js';

type Variables = Record<string, string>;

/** Every question goes to real servers, on a machine that may be busy. */
export const LONG_MS = 60_000;

/** The surroundings of the doctor's tests: each test has its own database and spool. Only usable inside tests. */
export interface UsedDoctor {
  readonly url: string;
  readonly ownerUrl: string;
  readonly redisUrl: string;
  readonly spool: string;
  environment(): Variables;
  asOwner(statement: string): Promise<unknown>;
  asSuperuser(statement: string): Promise<unknown>;
  ask(subject: string, changed?: Variables): Promise<Finding>;
  /** Plants nothing: expects one subject to be a fault, which a script would notice. */
  expectFault(subject: string, found: RegExp, changed?: Variables): Promise<void>;
  /** The same for a warning, which a script notices only with `--strict`. */
  expectWarning(subject: string, found: RegExp, changed?: Variables): Promise<void>;
}

/** Starts a Redis that persists its data and a provider that accepts connections, for the calling `describe`. */
export function useDoctor(): UsedDoctor {
  let redis: OwnServer;
  let provider: Server;
  let providerPort: number;
  let database: TestDatabase;
  let spool: string;

  before(async () => {
    redis = await startOwnRedis({ persistent: true });
    provider = createServer((socket) => socket.on('error', () => undefined));
    providerPort = await listenOnLoopback(provider);
  });
  after(async () => {
    provider.close();
    await redis.remove();
  });
  beforeEach(async () => {
    database = await createTestDatabase();
    spool = temporaryFolder();
  });
  afterEach(() => database.drop());

  function environment(): Variables {
    return {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      PROVIDER_URL: `http://127.0.0.1:${providerPort}`,
      SPOOL_DIR: spool,
    };
  }

  async function ask(subject: string, changed: Variables = {}): Promise<Finding> {
    const findings = await examineAll({ ...environment(), ...changed });
    expect(findings.map((one) => one.subject)).to.deep.equal(Object.keys(SUBJECTS));
    const finding = findings.find((one) => one.subject === subject);
    if (finding === undefined) throw new Error(`Nothing was said of ${subject}`);
    return finding;
  }

  return {
    get url() {
      return database.url;
    },
    get ownerUrl() {
      return database.ownerUrl;
    },
    get redisUrl() {
      return redis.url;
    },
    get spool() {
      return spool;
    },
    environment,
    asOwner: (statement) => withClient(database.ownerUrl, (client) => client.query(statement)),
    asSuperuser: (statement) => withClient(superuserUrlOf(database.url), (client) => client.query(statement)),
    ask,
    expectFault: async (subject, found, changed) => {
      const finding = await ask(subject, changed);
      expect(finding).to.include({ state: 'fault' });
      expect(finding.found).to.match(found);
      expect(exitCodeOf([finding], false)).to.equal(1);
    },
    expectWarning: async (subject, found, changed) => {
      const finding = await ask(subject, changed);
      expect(finding).to.include({ state: 'warning' });
      expect(finding.found).to.match(found);
      expect(exitCodeOf([finding], false)).to.equal(0);
      expect(exitCodeOf([finding], true)).to.equal(1);
    },
  };
}

/** Whether a finding says only that the running Node.js or PostgreSQL is maintained no longer, which a day decides. */
export function isOld(found: string): boolean {
  return / has not been maintained since /.test(found);
}
