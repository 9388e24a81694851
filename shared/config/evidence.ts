import { type Environment, EnvironmentReader } from './environment.js';

export interface EvidenceConfig {
  databaseUrl: string;
}

/** Reads the address for `npm run verify-evidence`. Throws ConfigError. */
export function readEvidenceConfig(environment: Environment): EvidenceConfig {
  const reader = new EnvironmentReader(environment);
  const protocols = ['postgres:', 'postgresql:'];
  const databaseUrl = reader.url('DATABASE_URL', protocols, 'it says whose evidence to verify');
  reader.finish();
  return { databaseUrl };
}
