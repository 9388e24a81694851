import { X509Certificate } from 'node:crypto';
import type { EnvironmentReader } from './environment.js';
import { readSecretFile } from './secret-files.js';

/** What Node.js loads as a CA; it passes over anything around it. */
const CERTIFICATE = /^-----BEGIN (?:X509 )?CERTIFICATE-----[^-]+-----END (?:X509 )?CERTIFICATE-----/gm;

/** The path of a file with the CA of one of our servers, in PEM; undefined if the variable names none. */
export function readCaFile(
  reader: EnvironmentReader,
  name: 'DATABASE_CA_FILE' | 'REDIS_CA_FILE',
): string | undefined {
  const path = reader.optional(name);
  if (path !== undefined) check(reader, name, path, () => true);
  return path;
}

/**
 * Reports a NODE_EXTRA_CA_CERTS of which Node.js could not use everything. Node.js reads it itself, and goes on without
 * the CAs that it cannot read, or with those before a damaged one. For production: a developer's machine may name a
 * stale file that nothing here needs.
 */
export function checkExtraCas(reader: EnvironmentReader): void {
  const path = reader.optional('NODE_EXTRA_CA_CERTS');
  if (path !== undefined) check(reader, 'NODE_EXTRA_CA_CERTS', path, isReadable);
}

function check(
  reader: EnvironmentReader,
  name: string,
  path: string,
  isUsable: (certificate: string) => boolean,
): void {
  const file = readSecretFile(path);
  const problem = 'problem' in file ? file.problem : whyUnusable(file.value, isUsable);
  if (problem !== undefined) reader.fault(name, problem);
}

function whyUnusable(text: string, isUsable: (certificate: string) => boolean): string | undefined {
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) return 'names a file without a PEM certificate';
  return certificates.every(isUsable) ? undefined : 'names a file with a damaged certificate';
}

function isReadable(certificate: string): boolean {
  try {
    return new X509Certificate(certificate).raw.length > 0;
  } catch {
    return false;
  }
}
