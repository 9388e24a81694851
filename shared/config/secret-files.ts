import { readFileSync } from 'node:fs';

/** Variables that hold a secret, each of which may also be given as a file (`NAME_FILE`). */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'RESTORED_DATABASE_URL',
  'REDIS_URL',
  'JWT_SECRETS',
  'ENCRYPTION_KEYS',
  'INDEX_KEY',
  'EVIDENCE_KEYS',
  'PDF_SIGNING_PEM',
  'PROVIDER_API_KEY',
  'METRICS_TOKEN',
  'SMTP_URL',
  'HTTPS_PROXY',
]);

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of the variable that names a secret's file, if it exists and is set. */
export function secretFileOf(environment: Environment, name: string): string | undefined {
  const variable = `${name}_FILE`;
  return SECRET_NAMES.has(name) && environment[variable]?.trim() ? variable : undefined;
}

/** The content of a file, trimmed, or what is wrong with it. Never quotes it. */
export function readSecretFile(path: string): { value: string } | { problem: string } {
  try {
    const value = readFileSync(path, 'utf8').trim();
    return value === '' ? { problem: 'names an empty file' } : { value };
  } catch (error) {
    return { problem: `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
