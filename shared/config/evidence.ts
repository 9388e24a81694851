import { type Environment, EnvironmentReader } from './environment.js';
import { readDatabaseUrl } from './transport.js';

export interface EvidenceConfig {
  databaseUrl: string;
}

/** Reads the address for `npm run verify-evidence`. Throws ConfigError. */
export function readEvidenceConfig(environment: Environment): EvidenceConfig {
  const reader = new EnvironmentReader(environment);
  const databaseUrl = readDatabaseUrl(
    reader,
    'DATABASE_URL',
    'it names the database whose evidence to verify',
  );
  reader.finish();
  return { databaseUrl };
}
