import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder that other users may pass through, as PostgreSQL's does when the tests run as root. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'verification-test-'));
  chmodSync(folder, 0o711);
  return folder;
}
