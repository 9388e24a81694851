import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './environment.js';

const FILE = path.resolve('.data', 'development-secrets.json');
const SECRETS = {
  JWT_SECRETS: () => `dev:${randomBytes(32).toString('base64')}`,
  ENCRYPTION_KEYS: () => `dev:${randomBytes(32).toString('base64')}`,
  INDEX_KEY: () => randomBytes(32).toString('base64'),
};

/**
 * Outside production, fills in the secrets that are unset from `.data/development-secrets.json`, which is made at
 * the first start and kept, so that API and worker agree and data of the last run can be read. In production the
 * environment is returned as it is, and what is missing is a fault.
 */
export function withDevelopmentSecrets(environment: Environment): Environment {
  const missing = Object.keys(SECRETS).some((name) => !environment[name]);
  if (environment.NODE_ENV === 'production' || !missing) return environment;
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return { ...readOrCreate(), ...Object.fromEntries(given) };
}

function readOrCreate(): Record<string, string> {
  const secrets = Object.fromEntries(Object.entries(SECRETS).map(([name, create]) => [name, create()]));
  mkdirSync(path.dirname(FILE), { recursive: true });
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // Linking fails when the file is there: of several processes that start together one becomes the author, and
    // nobody ever sees half a file.
    linkSync(draft, FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
}
