import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeProcess } from '../../../harness/node-process.js';
import { testKeys } from './keys.js';

/** How a command ended and what it printed. */
export interface AdminRun {
  code: number | null;
  output: string;
}

/** The tests' key ring in the format of ENCRYPTION_KEYS. */
export const TEST_ENCRYPTION_KEYS = `${testKeys.encryptionKeys.current.id}:${testKeys.encryptionKeys.current.key
  .export()
  .toString('base64')}`;

/** Runs `npm run admin -- <args>` on a database, as a separate process. */
export async function runAdmin(
  databaseUrl: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<AdminRun> {
  const child = startAdmin(databaseUrl, args, environment);
  return { code: await child.exited, output: child.output() };
}

/** The same, for whoever ends it before it is done. */
export function startAdmin(
  databaseUrl: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): NodeProcess {
  return new NodeProcess({
    ...{ name: 'admin', script: 'scripts/admin.js', args },
    // By default the folder is that of a developer's own worker.
    environment: { DATABASE_URL: databaseUrl, SPOOL_DIR: join(tmpdir(), 'no-spool'), ...environment },
  });
}
