import { readFileSync } from 'node:fs';

/** Variables that hold a secret, so that each may also be given as the file that holds it (`NAME_FILE`). */
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

/** The name of the variable that gives a secret's file, when there is such a variable and it is set. */
export function secretFileOf(environment: Environment, name: string): string | undefined {
  const variable = `${name}_FILE`;
  return SECRET_NAMES.has(name) && environment[variable]?.trim() ? variable : undefined;
}

/** What stands in a file, without the white space at its ends, or what is wrong with it. Never quotes it. */
export function readSecretFile(path: string): { value: string } | { problem: string } {
  try {
    const value = readFileSync(path, 'utf8').trim();
    return value === '' ? { problem: 'names an empty file' } : { value };
  } catch (error) {
    return { problem: `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
