import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether this is a file that may be executed. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The folders in PATH, in order. */
export function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

/** The first executable of one of these names in one of these folders, or undefined. */
export function findExecutable(names: readonly string[], folders: readonly string[]): string | undefined {
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}
