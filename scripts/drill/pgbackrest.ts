import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, copyFileSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { clusterPaths, SUPERUSER } from '../embedded/cluster.js';
import { ensureDataHome } from '../embedded/data-home.js';
import type { EmbeddedServer } from '../embedded/server.js';
import { postgresUser } from '../embedded/system-user.js';
import type { Backups } from './backups.js';

const STANZA = 'verification';
/** The names of options and commands: https://pgbackrest.org/configuration.html, https://pgbackrest.org/command.html */
const FOLDERS = { 'repo1-path': 'repository', 'log-path': 'log', 'lock-path': 'lock', 'spool-path': 'spool' };

/** pgBackRest with the settings of the runbook ("A backup that proves itself"), and its repository in this folder. */
export class PgBackRest implements Backups {
  readonly archiveCommand: string;
  readonly #folder: string;
  readonly #configuration: string;
  readonly #user: ReturnType<typeof postgresUser>;
  #primary: EmbeddedServer | undefined;

  /** Throws if pgbackrest is not installed. */
  constructor(folder: string) {
    const { error } = spawnSync('pgbackrest', ['version']);
    if (error) throw new Error('pgbackrest is not installed (Debian: apt install pgbackrest).');
    this.#folder = join(folder, 'pgbackrest');
    this.#configuration = join(this.#folder, 'pgbackrest.conf');
    this.#user = postgresUser(join(folder, 'primary'));
    this.#own(() => mkdirSync(this.#folder, { mode: 0o700 }), this.#folder);
    for (const name of Object.values(FOLDERS)) {
      const path = join(this.#folder, name);
      this.#own(() => mkdirSync(path, { mode: 0o700 }), path);
    }
    // A shell reads it: the temporary folder may be one with a space.
    this.archiveCommand = [...this.#command(), 'archive-push', '%p'].map((word) => `"${word}"`).join(' ');
  }

  async begin(primary: EmbeddedServer): Promise<void> {
    this.#primary = primary;
    const { port } = new URL(primary.url);
    const cluster = clusterPaths(realpathSync(this.#home('primary'))).cluster;
    const settings = {
      ...Object.fromEntries(Object.entries(FOLDERS).map(([name, path]) => [name, join(this.#folder, path)])),
      'repo1-cipher-type': 'aes-256-cbc',
      'repo1-cipher-pass': randomBytes(48).toString('base64'),
      'repo1-retention-full': '4',
      'repo1-retention-archive': '4',
      'start-fast': 'y',
      'process-max': '2',
      'archive-async': 'y',
      'log-level-console': 'error',
    };
    const lines = ['[global]', ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
    const stanza = [`[${STANZA}]`, `pg1-path=${cluster}`, `pg1-port=${port}`, `pg1-user=${SUPERUSER}`];
    this.#own(
      () => writeFileSync(this.#configuration, `${[...lines, ...stanza].join('\n')}\n`, { mode: 0o600 }),
      this.#configuration,
    );
    await this.#run('stanza-create');
    await this.#run('check');
  }

  backUp(): Promise<void> {
    return this.#run('--type=full', 'backup');
  }

  async layOut(): Promise<void> {
    ensureDataHome(resolve(this.#home('restored')), this.#user);
    const restored = clusterPaths(realpathSync(this.#home('restored')));
    this.#own(() => mkdirSync(restored.cluster, { mode: 0o700 }), restored.cluster);
    const { passwordFile } = clusterPaths(realpathSync(this.#home('primary')));
    this.#own(() => copyFileSync(passwordFile, restored.passwordFile), restored.passwordFile);
    await this.#run(`--pg1-path=${restored.cluster}`, '--archive-mode=off', 'restore');
  }

  #home(name: string): string {
    return join(this.#folder, '..', name);
  }

  #command(): string[] {
    return ['pgbackrest', `--config=${this.#configuration}`, `--stanza=${STANZA}`];
  }

  /** Runs as the user of PostgreSQL, who owns everything it reads and writes. */
  async #run(...args: readonly string[]): Promise<void> {
    const [program = '', ...first] = this.#command();
    const { password = '' } = this.#primary === undefined ? {} : new URL(this.#primary.url);
    // It knows local servers by their socket only; the addresses of libpq's environment stand in for the missing one.
    const env = { PATH: process.env.PATH ?? '', PGHOST: '127.0.0.1', PGPASSWORD: password };
    try {
      await promisify(execFile)(program, [...first, ...args], { cwd: '/', env, ...this.#user });
    } catch (error) {
      const { stdout, message } = error as Error & { stdout?: string };
      throw new Error(`pgbackrest ${args.join(' ')}: ${stdout?.trim() || message}`, { cause: error });
    }
  }

  #own(make: () => unknown, path: string): void {
    make();
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid);
  }
}
