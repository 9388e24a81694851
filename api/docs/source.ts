import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

// Compiled, this file is dist/api/docs/source.js and the build has copied the texts to dist/text; in tests it runs from
// source and reads them from the repository.
const ROOT = path.resolve(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../..' : '../../text');

/** Reads a text by its path in the repository: the site has no copy of what README or docs/ already say. */
export function readSource(file: string): string {
  return readFile(file).toString();
}

/** Reads a file of the repository as it is. */
export function readFile(file: string): Buffer {
  return readFileSync(path.join(ROOT, file));
}

/** When a text was last changed or, in a build, copied. */
export function changedAt(file: string): Date {
  return statSync(path.join(ROOT, file)).mtime;
}

/** The sorted paths of all files in a folder of the repository, recursively. */
export function listSources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
