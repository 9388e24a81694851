import { accessSync, constants, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** Makes the folder that keeps everything of `npm start`. Throws, with what to do, when it cannot be written. */
export function makeDataFolder(folder: string): void {
  try {
    // Owner-only except for passing through: PostgreSQL may run as another user, below this folder.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `npm start keeps its data in ${resolve(folder)}, where it cannot write (${code}). Run it in a copy of this folder that is yours to write.`,
    );
  }
}
