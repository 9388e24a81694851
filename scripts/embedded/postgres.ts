import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterMajor, clusterPaths, createCluster, readSuperuserPassword, SUPERUSER } from './cluster.js';
import { ensureDataHome } from './data-home.js';
import { findPostgres } from './find-postgres.js';
import { freePort } from './free-port.js';
import { clearLeftovers, readPostmasterFile } from './postmaster-file.js';
import type { EmbeddedServer } from './server.js';
import { type ServerProcess, startServerProcess } from './server-process.js';
import { postgresUser, type SystemUser } from './system-user.js';

/** Recovery after a crash is part of a start; a cluster of this size needs seconds for it. */
const START_MS = 60_000;
const POLL_MS = 10;
const PORT_ATTEMPTS = 5;

export interface PostgresOptions {
  /** Where the data is kept; becomes a link to a folder outside if PostgreSQL's user cannot enter this one. */
  dataDir: string;
  /** A port of 127.0.0.1; a free one by default. */
  port?: number;
  /** False trades crash safety for speed: for tests only. */
  durable: boolean;
  /** Added to what its processes need in their environment. */
  environment?: Readonly<Record<string, string>> | undefined;
}

function settings(port: number, durable: boolean): string[] {
  const safety = durable ? 'on' : 'off';
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '64MB',
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** True once it accepts connections, false if it ended instead; throws after the deadline. */
async function isReady(server: ServerProcess, cluster: string): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  while (!server.hasExited()) {
    const file = readPostmasterFile(cluster);
    if (file?.pid === server.pid && file.status === 'ready') return true;
    if (Date.now() > deadline) {
      await server.stop();
      throw new Error(`PostgreSQL was not ready within ${START_MS / 1000} s:\n${await server.exited}`);
    }
    await sleep(POLL_MS);
  }
  return false;
}

function launch(
  { durable, environment }: PostgresOptions,
  binaries: string,
  cluster: string,
  port: number,
  user: SystemUser,
) {
  return startServerProcess({
    command: join(binaries, 'postgres'),
    args: ['-D', cluster, ...settings(port, durable)],
    environment: { ...environment, LC_ALL: 'C' },
    // SIGINT: fast shutdown, clients are disconnected; SIGQUIT: at once, recovery at the next start.
    endWith: [
      { signal: 'SIGINT', withinMs: 15_000 },
      { signal: 'SIGQUIT', withinMs: 5_000 },
    ],
    ...(user ? { user } : {}),
  });
}

/**
 * Starts a private PostgreSQL on 127.0.0.1 with the data of `dataDir`, which is created if missing. Leftovers of an
 * earlier run are cleared first, so the caller must be the only user of that folder. As root, the server runs as an
 * unprivileged user. Throws if no PostgreSQL is found or it does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedServer> {
  const user = postgresUser(options.dataDir);
  ensureDataHome(resolve(options.dataDir), user);
  const home = realpathSync(options.dataDir);
  const { cluster } = clusterPaths(home);
  const dataMajor = clusterMajor(home);
  const binaries = findPostgres(user, dataMajor, home);
  if (dataMajor === undefined) await createCluster({ home, binaries, user, durable: options.durable });
  await clearLeftovers(cluster);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = await launch(options, binaries, cluster, port, user);
    if (await isReady(server, cluster)) {
      const url = `postgres://${SUPERUSER}:${readSuperuserPassword(home)}@127.0.0.1:${port}/postgres`;
      return { url, pid: server.pid, exited: server.exited, stop: server.stop };
    }
    const output = await server.exited;
    const taken = output.includes('Address already in use') && options.port === undefined;
    if (!taken || attempt === PORT_ATTEMPTS) throw new Error(`PostgreSQL did not start:\n${output}`);
  }
}
