import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const IMPORT = /(?:from|import) ?\(?\s*'(\.{1,2}\/[^']+)'/g;

/** One file of the repository that imports another, both by their paths from its root. */
export interface Import {
  importer: string;
  imported: string;
}

/** The source files of these folders that git knows. */
export function sourcesOf(folders: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', '--', ...folders], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(path.join(ROOT, file)));
}

/** What the source files of these folders import of the repository. */
export function readImports(folders: readonly string[]): Import[] {
  return sourcesOf(folders).flatMap((importer) =>
    [...readFileSync(path.join(ROOT, importer), 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => ({
      importer,
      imported: path.join(path.dirname(importer), specifier).replace(/\.js$/, '.ts'),
    })),
  );
}
