import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readApiConfig } from '../../shared/config/api.ts';
import { ConfigError, EnvironmentReader } from '../../shared/config/environment.ts';
import { readMigrationConfig } from '../../shared/config/migration.ts';
import { readSandboxConfig } from '../../shared/config/sandbox.ts';
import { readDatabaseUrl } from '../../shared/config/transport.ts';
import { readWorkerConfig } from '../../shared/config/worker.ts';

const READERS = {
  api: readApiConfig,
  worker: readWorkerConfig,
  migrate: readMigrationConfig,
  sandbox: readSandboxConfig,
  'verify-restore': (environment) => {
    const reader = new EnvironmentReader(environment);
    for (const name of ['DATABASE_URL', 'RESTORED_DATABASE_URL']) readDatabaseUrl(reader, name, '');
    reader.finish();
  },
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
  RESTORED_DATABASE_URL: 'postgres://app:secret@127.0.0.1:5432/verification?sslmode=disable',
  SMTP_URL: 'smtps://user:secret@mail.example',
  MAIL_FROM: 'verifications@verification.example',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring.svc:4318',
};

/** What OpenTelemetry reads by itself: as documented, because we never ask for it. */
const TRACING = readFileSync('docs/tracing.md', 'utf8').match(/OTEL_[A-Z_]+[A-Z]\b/g);

/** They are not our settings. */
const NODES_OWN = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED'];

/** Runs the reader of a process: what it makes of its variables or finds wrong, and which it asked for. */
function read(process, environment) {
  const asked = new Set(['NODE_ENV', ...NODES_OWN]);
  const recording = new Proxy(environment, {
    get: (target, name) => {
      asked.add(name);
      return target[name];
    },
  });
  try {
    return { asked, faults: [], config: READERS[process](recording) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { asked, faults: error.faults };
  }
}

/** What a process makes of an environment; undefined if it refuses it. */
export function configOf(process, environment) {
  return read(process, environment).config;
}

/** Every variable that a process may be given, without those that name the file of another (`JWT_SECRETS_FILE`). */
export function variablesOf(process) {
  const NODE_ENV = process === 'sandbox' ? 'development' : 'production';
  const { asked } = read(process, { ...STAND_INS, NODE_ENV });
  for (const name of NODES_OWN) asked.delete(name);
  const traced = asked.has('OTEL_SDK_DISABLED') ? TRACING : [];
  const isFileOfAnother = (name) => name.endsWith('_FILE') && asked.has(name.slice(0, -'_FILE'.length));
  return [...new Set([...asked, ...traced])].filter((name) => !isFileOfAnother(name));
}

/**
 * Lets the process's own reader judge an environment: reports what it finds wrong, and settings that it never asks for,
 * which are misspelt or belong to another process.
 */
export function checkSettings(process, environment) {
  const { asked, faults } = read(process, environment);
  const known = new Set([...asked, ...variablesOf(process)]);
  const idle = Object.keys(environment).filter((name) => !known.has(name));
  return [...faults, ...idle.map((name) => `${name} is nothing that this process reads`)];
}
