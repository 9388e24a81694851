import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NodeProcess } from '../../harness/node-process.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import type { ServiceDatabase } from '../../scripts/embedded/service-database.js';

/** An earlier release, built in a folder of its own. */
export interface EarlierRelease {
  readonly commit: string;
  /** Its compiled code. */
  readonly build: string;
  /** Migrates a database to its schema, like its own `npm run migrate`. */
  makeSchema(service: ServiceDatabase): Promise<void>;
  remove(): void;
}

/** Checks out a commit next to this tree and builds it; by default the one before the newest migration. */
export function buildEarlier(before: string | undefined): EarlierRelease {
  const commit = git('rev-parse', before ?? `${newestMigration()}^`);
  const folder = temporaryFolder();
  const tree = join(folder, 'earlier');
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--quiet', '--detach', tree, commit);
    // If its packages differ it installs its own.
    const sameLock = lockOf(tree) === lockOf('.');
    if (sameLock) symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
    execFileSync('npm', ['run', 'build'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (error) {
    remove();
    throw error;
  }
  // Releases before this folder existed started the compiled modules.
  const build = [join(tree, 'dist/programs'), join(tree, 'dist')].find(existsSync) ?? tree;
  return {
    ...{ commit, build, remove },
    makeSchema: async ({ appUrl, ownerUrl }) => {
      const migration = new NodeProcess({
        ...{ name: 'migrate', script: join(build, 'scripts/migrate.js'), logs: tree },
        environment: { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl },
      });
      if ((await migration.exited) !== 0) throw new Error(`The schema of ${commit} could not be made`);
    },
  };
}

/** The commit that added the newest migration. */
function newestMigration(): string {
  const files = git('ls-files', 'migrations').split('\n');
  const newest =
    files
      .filter((file) => /\/\d+-[^/]+\.ts$/.test(file))
      .sort()
      .at(-1) ?? '';
  return git('log', '-1', '--diff-filter=A', '--format=%H', '--', newest);
}

function lockOf(tree: string): string {
  return readFileSync(join(tree, 'package-lock.json'), 'utf8');
}

function git(...args: readonly string[]): string {
  return execFileSync('git', [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
