import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, EnvironmentReader } from './environment.js';
import { secretFileOf } from './secret-files.js';

const FILE = path.resolve('.data', 'development-secrets.json');
/** How the 32 bytes of each are encoded. */
const SECRETS = {
  JWT_SECRETS: withId,
  ENCRYPTION_KEYS: withId,
  INDEX_KEY: (bytes: Buffer) => bytes.toString('base64'),
  EVIDENCE_KEYS: withId,
};

function withId(bytes: Buffer): string {
  return `dev:${bytes.toString('base64')}`;
}

export type SecretName = keyof typeof SECRETS;

/** The secrets every process needs, and those of the API in addition. */
export const COMMON_SECRETS: readonly SecretName[] = ['ENCRYPTION_KEYS', 'INDEX_KEY', 'EVIDENCE_KEYS'];
export const API_SECRETS: readonly SecretName[] = [...COMMON_SECRETS, 'JWT_SECRETS'];

/**
 * Reads an environment that must provide the secrets of `names`. Outside production, unset ones come from
 * `.data/development-secrets.json`, which is created when first needed and kept, so that API and worker agree and data
 * of the last run stays readable. In production, and where no file can be kept, a missing secret is a fault.
 */
export function readWithDevelopmentSecrets(
  environment: Environment,
  names: readonly SecretName[],
): EnvironmentReader {
  const missing = names.filter(
    (name) => !environment[name]?.trim() && secretFileOf(environment, name) === undefined,
  );
  if (environment.NODE_ENV === 'production' || missing.length === 0) {
    return new EnvironmentReader(environment);
  }
  try {
    const kept = readOrCreate();
    const filledIn = Object.fromEntries(missing.map((name) => [name, kept[name]]));
    return new EnvironmentReader({ ...environment, ...filledIn });
  } catch (error) {
    const reader = new EnvironmentReader(environment);
    // Only its code: the message of a parser quotes the input.
    const why = (error as NodeJS.ErrnoException).code ?? 'it is not JSON';
    const remedy = `set ${missing.join(', ')}, or start in a folder that can be written to`;
    reader.fault(FILE, `cannot store the development secrets (${why}): ${remedy}`);
    return reader;
  }
}

function readOrCreate(): Record<string, string> {
  const secrets = Object.fromEntries(
    Object.entries(SECRETS).map(([name, write]) => [name, write(randomBytes(32))]),
  );
  mkdirSync(path.dirname(FILE), { recursive: true });
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    // Linking fails if the file exists: of several processes starting together exactly one creates it, and nobody ever
    // sees half a file.
    linkSync(draft, FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const text = readFileSync(FILE, 'utf8');
  return { ...deriveAll(text), ...(JSON.parse(text) as Record<string, string>) };
}

/** Derives what a file of an earlier release lacks, so that processes starting together agree. */
function deriveAll(text: string): Record<string, string> {
  const derive = (name: string) => createHmac('sha256', text).update(name).digest();
  return Object.fromEntries(Object.entries(SECRETS).map(([name, write]) => [name, write(derive(name))]));
}
