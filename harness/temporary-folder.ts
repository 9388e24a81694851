import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.once('exit', () => made.forEach(removeIfPossible));

function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A server that its guardian is only now ending still writes there; the exit code is about something else.
  }
}

/**
 * Creates a folder other users may traverse, as PostgreSQL's user must when the tests run as root. What is still there
 * when this process ends is removed.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'verification-test-'));
  chmodSync(folder, 0o711);
  made.push(folder);
  return folder;
}
