import { readFileSync } from 'node:fs';

/** What each file last held whole, by its path. */
const lastWhole = new Map<string, string>();

/**
 * Returns the certificates, or the key, in a PEM file. Read for every connection, so that a file that was replaced
 * counts without a restart. While it is away, unreadable or half written, what it last held counts: a file that is
 * being replaced is no outage of a server, and without a CA Node.js would trust all public ones. Throws if it was never
 * read.
 */
export function readCertificateFile(path: string): string {
  const text = readIfPossible(path);
  if (text !== undefined && isWhole(text)) lastWhole.set(path, text);
  return lastWhole.get(path) ?? text ?? readFileSync(path, 'utf8');
}

function readIfPossible(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether each part of a PEM text is complete, and there is one. */
function isWhole(text: string): boolean {
  const begun = text.match(/^-----BEGIN /gm)?.length ?? 0;
  return begun > 0 && begun === text.match(/^-----END /gm)?.length;
}
