import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

// Compiled, this file is dist/api/docs/source.js and the build has put the texts into dist/text; in tests it runs from
// the source, where they are in the tree.
const ROOT = path.resolve(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../..' : '../../text');

/** A text of the tree, by its path there: the site has no texts of its own where README or docs/ say the same. */
export function readSource(file: string): string {
  return readFile(file).toString();
}

/** A file of the tree as it is. */
export function readFile(file: string): Buffer {
  return readFileSync(path.join(ROOT, file));
}

/** When a text was last changed or, in a build, put into it. */
export function changedAt(file: string): Date {
  return statSync(path.join(ROOT, file)).mtime;
}

/** The paths of all files in a folder of the tree and below, in order. */
export function listSources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}
