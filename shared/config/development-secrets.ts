import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    const kept = parse(read() ?? create());
    const filledIn = Object.fromEntries(missing.map((name) => [name, kept[name]]));
    return new EnvironmentReader({ ...environment, ...filledIn });
  } catch (error) {
    const reader = new EnvironmentReader(environment);
    reader.fault(FILE, whatToDo(error as NodeJS.ErrnoException, missing));
    return reader;
  }
}

/** What is wrong with the file; only the code of the error, because the message of a parser quotes the input. */
function whatToDo({ code }: NodeJS.ErrnoException, missing: readonly SecretName[]): string {
  // New secrets would make what was stored under those of the file unreadable.
  if (existsSync(FILE))
    return `cannot be read (${code ?? 'it is not JSON'}): make it readable or restore it, or delete its folder to start from scratch`;
  return `cannot store the development secrets (${code}): set ${missing.join(', ')}, or start in a folder that can be written to`;
}

/** The text of the file; undefined if there is none yet. */
function read(): string | undefined {
  try {
    return readFileSync(FILE, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Creates the file, unless another process is quicker, and returns its text. */
function create(): string {
  const secrets = Object.fromEntries(
    Object.entries(SECRETS).map(([name, write]) => [name, write(randomBytes(32))]),
  );
  mkdirSync(path.dirname(FILE), { recursive: true });
  const draft = `${FILE}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    // Linking fails if the file exists: of several processes starting together exactly one creates it, and nobody ever
    // sees half a file.
    linkSync(draft, FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(FILE, 'utf8');
}

function parse(text: string): Record<string, string> {
  return { ...deriveAll(text), ...(JSON.parse(text) as Record<string, string>) };
}

/** Derives what a file of an earlier release lacks, so that processes starting together agree. */
function deriveAll(text: string): Record<string, string> {
  const derive = (name: string) => createHmac('sha256', text).update(name).digest();
  return Object.fromEntries(Object.entries(SECRETS).map(([name, write]) => [name, write(derive(name))]));
}
