import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/embedded/free-port.js';
import type { ServerProcess } from '../../scripts/embedded/server-process.js';
import type { Programs } from './programs.js';

/** The settings that docs/high-availability.md recommends. */
const SETTINGS = {
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 0,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  // A PostgreSQL that died is not restarted in place first.
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      wal_log_hints: 'on',
      max_connections: 200,
      synchronous_commit: 'on',
      // An unresponsive standby holds commits back for this long.
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      unix_socket_directories: '',
    },
  },
};

/** What all nodes of a cluster share. */
export interface ClusterSettings {
  etcdPort: number;
  password: string;
}

/** A PostgreSQL and its Patroni, as on one machine. */
export class PatroniNode {
  #patroni: ServerProcess | undefined;
  #frozen: number[] = [];

  private constructor(
    readonly name: string,
    readonly port: number,
    readonly restPort: number,
    private readonly programs: Programs,
    private readonly configuration: string,
  ) {}

  static async prepare(name: string, programs: Programs, cluster: ClusterSettings): Promise<PatroniNode> {
    const [port, restPort] = await Promise.all([freePort(), freePort()]);
    const folder = programs.makeFolder(name);
    const listen = (at: number) => ({ listen: `127.0.0.1:${at}`, connect_address: `127.0.0.1:${at}` });
    const account = (username: string) => ({ username, password: cluster.password });
    // JSON is valid YAML.
    const configuration = JSON.stringify({
      ...{ scope: 'verification', name, restapi: listen(restPort) },
      // With etcd's v3 API, Patroni before 3.0.3 (Debian 12 has 3.0.2) lets a thawed leader take the lock back from its
      // successor without comparing.
      etcd: { host: `127.0.0.1:${cluster.etcdPort}` },
      bootstrap: { dcs: SETTINGS, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }] },
      postgresql: {
        ...listen(port),
        data_dir: join(folder, 'data'),
        bin_dir: programs.postgresPrograms(),
        pgpass: join(folder, 'pgpass'),
        authentication: {
          superuser: account('postgres'),
          replication: account('replicator'),
          rewind: account('rewinder'),
        },
        pg_hba: [
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
        ],
      },
    });
    const file = programs.write(`${name}.json`, configuration);
    return new PatroniNode(name, port, restPort, programs, file);
  }

  async start(): Promise<void> {
    this.#patroni = await this.programs.start('patroni', [this.configuration]);
  }

  /** The answer of Patroni's own API; undefined without one. */
  async ask(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(10_000);
    return fetch(`http://127.0.0.1:${this.restPort}${path}`, { ...init, signal }).catch(() => undefined);
  }

  /** Both die at once, together with the programs Patroni has started, as on a power failure. */
  async kill(): Promise<void> {
    const [patroni, ...others] = this.#processes();
    if (patroni !== undefined) signal(-patroni, 'SIGKILL');
    for (const pid of others) signal(pid, 'SIGKILL');
    await this.#patroni?.exited;
  }

  /** All of it is suspended, with its connections left open. */
  freeze(): void {
    this.#frozen = this.#processes();
    for (const pid of this.#frozen) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#frozen.splice(0)) signal(pid, 'SIGCONT');
  }

  /** Patroni first, so that it restarts nothing; then PostgreSQL and its children. */
  #processes(): number[] {
    const patroni = this.#patroni;
    if (patroni === undefined || patroni.hasExited()) return [];
    const postmaster = Number(readPid(join(this.programs.path(this.name), 'data', 'postmaster.pid')));
    return [patroni.pid, ...(postmaster > 0 ? [postmaster, ...childrenOf(postmaster)] : [])];
  }
}

function readPid(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0];
  } catch {
    return undefined;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const [, , of] = /^\d+ \(.*\) (\S) (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? [];
      return Number(of) === parent ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}
