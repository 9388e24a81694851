import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A fast shutdown ends within seconds; after that the server is told to exit without a checkpoint. */
const SHUTDOWN_MS = 15_000;
const POLL_MS = 20;

interface PostmasterFile {
  pid: number;
  /** `ready` once the server accepts connections, padded with blanks in the file. */
  status: string;
}

/**
 * Reads `postmaster.pid` of a cluster, or undefined if there is none. Process id in line 1, status in line 8:
 * https://www.postgresql.org/docs/15/storage-file-layout.html and pg_ctl, which waits in the same way.
 */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * Whether the process is the server of this very cluster, rather than one that got the same process id since. A server
 * works in its cluster's folder, as Linux shows; elsewhere its command line has to do.
 */
function serves(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return commandLine(pid).includes(`postgres -D ${cluster} `);
  try {
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return name === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

function commandLine(pid: number): string {
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout ?? '';
}

async function waitUntilGone(pid: number, cluster: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (serves(pid, cluster)) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/**
 * Clears what an earlier run left in a cluster: a server that outlived its launcher is stopped, and the pid file of one
 * that is gone is removed (PostgreSQL would refuse to start if another process has that id now). The caller must know
 * that no other launcher is using the cluster. Throws if the old server cannot be stopped.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const left = readPostmasterFile(cluster);
  if (left === undefined) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!serves(left.pid, cluster)) break;
    process.kill(left.pid, signal);
    if (await waitUntilGone(left.pid, cluster, SHUTDOWN_MS)) break;
  }
  if (serves(left.pid, cluster)) throw new Error(`PostgreSQL (process ${left.pid}) is not stopping.`);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}
