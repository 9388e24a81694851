import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder other users may traverse, as PostgreSQL's user must when the tests run as root. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'verification-test-'));
  chmodSync(folder, 0o711);
  return folder;
}

const removed: string[] = [];
process.once('exit', () => {
  for (const folder of removed) rmSync(folder, { recursive: true, force: true });
});

/** Creates one that is removed when this process ends: for data shared by children, some of which are killed. */
export function folderUntilExit(): string {
  const folder = temporaryFolder();
  removed.push(folder);
  return folder;
}
