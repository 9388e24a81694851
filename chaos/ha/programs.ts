import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { isExecutable, pathFolders } from '../../scripts/embedded/executable.js';
import { findPostgres } from '../../scripts/embedded/find-postgres.js';
import { type ServerProcess, startServerProcess } from '../../scripts/embedded/server-process.js';
import { postgresUser, type SystemUser } from '../../scripts/embedded/system-user.js';

/** Debian puts some servers in folders that are only on root's PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The path of a program; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folder = [...pathFolders(), ...MORE_FOLDERS].find((one) => isExecutable(join(one, name)));
  return folder === undefined ? undefined : join(folder, name);
}

const ENDS = [
  { signal: 'SIGTERM', withinMs: 10_000 },
  { signal: 'SIGKILL', withinMs: 1_000 },
] as const;

/** A folder with programs that run together as PostgreSQL's user, because some of them refuse to run as root. */
export class Programs {
  readonly folder = temporaryFolder();
  readonly user: SystemUser;
  readonly #running: ServerProcess[] = [];

  constructor() {
    this.user = postgresUser(this.path('data'));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The folder of PostgreSQL's own programs. */
  postgresPrograms(): string {
    return findPostgres(this.user, undefined, this.folder);
  }

  /** Writes a file that the programs may read; returns its path. */
  write(name: string, text: string): string {
    const path = this.path(name);
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  }

  /** Writes a file that a program may also change; returns its path. */
  writeOwned(name: string, text: string): string {
    const path = this.write(name, text);
    if (this.user !== undefined) chownSync(path, this.user.uid, this.user.gid);
    return path;
  }

  /** Creates a folder that the programs may write to. */
  makeFolder(name: string): string {
    const path = this.path(name);
    mkdirSync(path, { mode: 0o700, recursive: true });
    if (this.user !== undefined) chownSync(path, this.user.uid, this.user.gid);
    return path;
  }

  /** Starts a program by its name. Throws if it is not installed. */
  async start(name: string, args: readonly string[]): Promise<ServerProcess> {
    const command = findProgram(name);
    if (command === undefined) throw new Error(`${name} is not installed`);
    const { user } = this;
    const started = await startServerProcess({
      ...{ command, args, endWith: ENDS },
      environment: { LC_ALL: 'C' },
      ...(user !== undefined && { user }),
    });
    this.#running.push(started);
    return started;
  }

  /** Stops the programs, last started first, and removes everything. */
  async close(): Promise<void> {
    for (const program of this.#running.toReversed()) await program.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
