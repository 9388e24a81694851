import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { withClient } from './with-client.js';

/** What the measurements depend on. */
export type Machine = Readonly<Record<string, string>>;

/** Describes the machine and what else it was doing when the run began. */
export async function describeMachine(superuserUrl: string): Promise<Machine> {
  const [cpu] = cpus();
  const [load = 0] = loadavg();
  return {
    processors: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${process.platform} ${release()}`,
    'Node.js': process.version,
    PostgreSQL: await versionOfPostgres(superuserUrl),
    Redis: versionOfRedis(),
    'load average at the start': load.toFixed(2),
    commit: output('git', ['rev-parse', '--short', 'HEAD']),
    date: new Date().toISOString().slice(0, 16),
  };
}

function versionOfPostgres(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const settings = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];
    const { rows } = await client.query<{ name: string; setting: string }>(
      'SELECT name, current_setting(name) AS setting FROM unnest($1::text[]) AS name',
      [settings],
    );
    const [version, ...rest] = rows.map(({ name, setting }) =>
      name === 'server_version' ? setting : `${name} ${setting}`,
    );
    return `${version}, ${rest.join(', ')}`;
  });
}

function versionOfRedis(): string {
  const [, version] = /v=(\S+)/.exec(output('redis-server', ['--version'])) ?? [];
  return version ?? 'unknown';
}

function output(command: string, args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}
