import { sharesSessions } from '../db/shares-sessions.js';
import { type Environment, EnvironmentReader } from './environment.js';
import { readDatabaseUrl } from './transport.js';

export interface MigrationConfig {
  /** Role that owns the schema. */
  ownerUrl: string;
  /** Role of the processes, which is granted what it needs. */
  appUrl: string;
}

/** Reads the addresses for `npm run migrate`. Throws ConfigError. */
export function readMigrationConfig(environment: Environment): MigrationConfig {
  const reader = new EnvironmentReader(environment);
  const appUrl = readDatabaseUrl(reader, 'DATABASE_URL', 'it names the database to migrate');
  const ownerUrl =
    reader.optional('MIGRATION_DATABASE_URL') === undefined
      ? appUrl
      : readDatabaseUrl(reader, 'MIGRATION_DATABASE_URL', '');
  // Another fault is reported already of what is no address of PostgreSQL.
  const named = !/^postgres(ql)?:/.test(appUrl) || !URL.canParse(appUrl) || new URL(appUrl).username !== '';
  if (ownerUrl !== appUrl && !named) {
    reader.fault('DATABASE_URL', 'must name its user: that role is granted the rights of the processes');
  }
  if (sharesSessions(ownerUrl)) {
    const why = 'must point to PostgreSQL itself and not to a pool: migrations hold a session-level lock';
    reader.fault('MIGRATION_DATABASE_URL', why);
  }
  reader.finish();
  return { ownerUrl, appUrl };
}
