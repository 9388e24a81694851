import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyEdits, filesOf, type PlantedBug } from './planted-bug.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
/**
 * `dist` comes along, without the bugs: the threads in which an API under test prints documents are started from it.
 */
const LEFT_OUT = new Set(['.git', '.data', 'node_modules', 'coverage']);

/** A copy of this tree, in which bugs can be planted without affecting anything but the tests. */
export interface TreeCopy {
  readonly root: string;
  plant(bug: PlantedBug): void;
  /** Restores the files of a bug. */
  heal(bug: PlantedBug): void;
  remove(): void;
}

/** Copies the tree, and the packages as hard links where the file system can; nothing is installed in the copy. */
export async function copyTree(): Promise<TreeCopy> {
  const root = mkdtempSync(path.join(tmpdir(), 'planted-bugs-'));
  // The tests' PostgreSQL may run as another user, who has to find its programs in here.
  chmodSync(root, 0o755);
  await cp(ROOT, root, {
    recursive: true,
    filter: (source) =>
      !LEFT_OUT.has(path.relative(ROOT, source)) && path.basename(source) !== 'node_modules',
  });
  copyPackages(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  return {
    root,
    plant: (bug) => {
      for (const file of filesOf(bug)) writeFileSync(path.join(root, file), withBug(bug, file));
    },
    heal: (bug) => {
      for (const file of filesOf(bug))
        writeFileSync(path.join(root, file), readFileSync(path.join(ROOT, file)));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A file of this tree as it would be with the bug. Throws when the bug does not apply to it any more. */
export function withBug(bug: PlantedBug, file: string): string {
  return applyEdits(bug, file, readFileSync(path.join(ROOT, file), 'utf8'));
}

function copyPackages(from: string, to: string): void {
  for (const flags of ['-al', '-a']) {
    if (spawnSync('cp', [flags, from, to], { stdio: 'ignore' }).status === 0) return;
    rmSync(to, { recursive: true, force: true });
  }
  throw new Error(`${from} cannot be copied to ${to}: is the disk full?`);
}
