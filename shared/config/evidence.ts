import { type Environment, settingsFrom } from './environment.js';
import { readDatabaseUrl } from './transport.js';

export interface EvidenceConfig {
  databaseUrl: string;
}

/** Reads the address for `npm run verify-evidence`. Throws ConfigError. */
export function readEvidenceConfig(environment: Environment): EvidenceConfig {
  const hint = 'it names the database whose evidence to verify';
  return settingsFrom(environment, (reader) => ({
    databaseUrl: readDatabaseUrl(reader, 'DATABASE_URL', hint),
  }));
}
