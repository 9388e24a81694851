import { existsSync, realpathSync, rmSync } from 'node:fs';

/** Removes a data folder of `startPostgres`, even if it is a link to one outside. The server must be stopped. */
export function removeData(dataDir: string): void {
  if (existsSync(dataDir)) rmSync(realpathSync(dataDir), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
