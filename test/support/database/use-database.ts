import type { DatabaseOptions } from '../../../shared/db/data-source.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import type { WideScope } from '../../../shared/db/scope.js';
import { createTestDatabase, type TestDatabase } from './database.js';

type OpenOptions = Partial<Omit<DatabaseOptions, 'applicationName'> & { scope: WideScope }>;

/** The database of one test file, with connections like those of api and worker. */
export interface UsedDatabase {
  /** Usable only inside tests and hooks. */
  readonly db: OpenDatabase;
  readonly url: string;
  readonly ownerUrl: string;
  /** Another pool, like that of another process; closed after the last test. */
  open(options?: OpenOptions): Promise<OpenDatabase>;
}

/** Creates a migrated database before the first test of the calling `describe`, and drops it after the last. */
export function useDatabase(): UsedDatabase {
  let database: TestDatabase | undefined;
  const opened: OpenDatabase[] = [];

  function made(): TestDatabase {
    if (database === undefined) throw new Error('The test database exists only while tests run');
    return database;
  }
  async function open({ url, ...options }: OpenOptions = {}): Promise<OpenDatabase> {
    const db = await openDatabase({
      url: url ?? made().url,
      applicationName: 'test',
      scope: 'operator',
      poolSize: 4,
      ...options,
    });
    opened.push(db);
    return db;
  }

  before(async () => {
    database = await createTestDatabase();
    await open();
  });
  after(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()));
    await database?.drop();
  });

  return {
    get db() {
      const [first] = opened;
      if (first === undefined) throw new Error('The test database is open only while tests run');
      return first;
    },
    get url() {
      return made().url;
    },
    get ownerUrl() {
      return made().ownerUrl;
    },
    open,
  };
}
