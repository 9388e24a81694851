import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const IMPORT = /(?:from|import) ?\(?\s*'(\.{1,2}\/[^']+)'/g;

/** An import between two files of the repository, by their paths from its root. */
export interface Import {
  importer: string;
  imported: string;
}

/** The source files in these folders that git tracks. */
export function sourcesOf(folders: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', '--', ...folders], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(path.join(ROOT, file)));
}

/** The imports of the source files in these folders from within the repository. */
export function readImports(folders: readonly string[]): Import[] {
  return sourcesOf(folders).flatMap((importer) =>
    [...readFileSync(path.join(ROOT, importer), 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => ({
      importer,
      imported: path.join(path.dirname(importer), specifier).replace(/\.js$/, '.ts'),
    })),
  );
}
