import { readCertificateFile } from '../certificate-file.js';

/** The parameters of an address that name a file, each with what Node.js calls its content. */
const FILES = [
  ['sslrootcert', 'ca'],
  ['sslcert', 'cert'],
  ['sslkey', 'key'],
] as const;

/** What a TLS connection is made with. */
export type Certificates = Partial<Record<(typeof FILES)[number][1], string>>;

/**
 * Takes the files out of an address of PostgreSQL, and returns what is in them now. The driver would read them itself,
 * and throw where nobody expects it to, in the middle of the work of a pool, if one of them is away.
 */
export function takeCertificates(address: string): { address: string; certificates: Certificates } {
  const url = new URL(address);
  const certificates: Certificates = {};
  for (const [parameter, name] of FILES) {
    const path = url.searchParams.get(parameter);
    if (path === null) continue;
    certificates[name] = readCertificateFile(path);
    url.searchParams.delete(parameter);
  }
  if (Object.keys(certificates).length === 0) return { address, certificates };
  // To the driver, naming a file asks for TLS.
  if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'verify-full');
  return { address: url.href, certificates };
}
