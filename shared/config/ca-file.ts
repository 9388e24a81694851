import type { EnvironmentReader } from './environment.js';
import { readSecretFile } from './secret-files.js';

/** Also in OpenSSL's form with notes on trust, which Node.js reads. */
const CERTIFICATE = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/;

/** The path of a file with CAs, in PEM; undefined if the variable names none. */
export function readCaFile(
  reader: EnvironmentReader,
  name: 'DATABASE_CA_FILE' | 'REDIS_CA_FILE' | 'NODE_EXTRA_CA_CERTS',
): string | undefined {
  const path = reader.optional(name);
  if (path === undefined) return undefined;
  const file = readSecretFile(path);
  if ('problem' in file) reader.fault(name, file.problem);
  else if (!CERTIFICATE.test(file.value)) reader.fault(name, 'names a file without a PEM certificate');
  return path;
}
