import { randomBytes } from 'node:crypto';
import { readApiConfig } from '../../shared/config/api.ts';
import { ConfigError } from '../../shared/config/environment.ts';
import { readMigrationConfig } from '../../shared/config/migration.ts';
import { readSandboxConfig } from '../../shared/config/sandbox.ts';
import { readWorkerConfig } from '../../shared/config/worker.ts';

const READERS = {
  api: readApiConfig,
  worker: readWorkerConfig,
  migrate: readMigrationConfig,
  sandbox: readSandboxConfig,
};

const key = () => randomBytes(32).toString('base64');

/** Stand in for what a deployment has to provide: well-formed, and useless. */
export const STAND_INS = {
  DATABASE_URL: 'postgres://app:secret@db.example:5432/verification?sslmode=verify-full',
  MIGRATION_DATABASE_URL: 'postgres://owner:secret@db.example:5432/verification?sslmode=verify-full',
  REDIS_URL: 'rediss://:secret@redis.example:6379',
  ENCRYPTION_KEYS: `a:${key()}`,
  INDEX_KEY: key(),
  EVIDENCE_KEYS: `a:${key()}`,
  JWT_SECRETS: `a:${key()}`,
  PROVIDER_URL: 'https://provider.example',
  PROVIDER_API_KEY: 'stand-in',
};

/**
 * Lets the process's own reader judge an environment: reports what it finds wrong, and settings it never asks for,
 * which are misspelt or belong to another process. Node's own variables are not our settings.
 */
export function checkSettings(process, environment, place) {
  const asked = new Set(['NODE_ENV', 'NODE_OPTIONS']);
  const recording = new Proxy(environment, {
    get: (target, name) => {
      asked.add(name);
      return target[name];
    },
  });
  const faults = [];
  try {
    READERS[process](recording);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
  }
  const idle = Object.keys(environment).filter((name) => !asked.has(name));
  return [...faults, ...idle.map((name) => `${name} is nothing that this process reads`)].map(
    (fault) => `${place}: ${fault}`,
  );
}
