import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../harness/wait-for.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import { PatroniNode } from './patroni-node.js';
import { Programs } from './programs.js';

const NODES = ['a', 'b', 'c'];
/** A node that has died is rewound, or recreated, before it streams again. */
const WHOLE_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;

/** Before 3.1, Patroni reports no more about a standby than that it runs. */
const STREAMS = new Set(['running', 'streaming']);

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** Three PostgreSQL nodes under Patroni, an etcd, and an HAProxy whose port leads to the leader. */
export class PatroniCluster {
  private constructor(
    readonly programs: Programs,
    readonly nodes: readonly PatroniNode[],
    private readonly password: string,
    /** Where HAProxy accepts connections. */
    readonly port: number,
  ) {}

  static async start(): Promise<PatroniCluster> {
    const programs = new Programs();
    const password = randomBytes(18).toString('hex');
    const [etcdPort, peerPort, port] = await Promise.all([freePort(), freePort(), freePort()]);
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
    await programs.start('etcd', [
      '--enable-v2=true',
      ...['--data-dir', programs.makeFolder('etcd'), '--name', 'etcd'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `etcd=${peer}`],
    ]);
    const nodes: PatroniNode[] = [];
    for (const name of NODES) nodes.push(await PatroniNode.prepare(name, programs, { etcdPort, password }));
    const cluster = new PatroniCluster(programs, nodes, password, port);
    await programs.start('haproxy', [
      '-db',
      '-f',
      programs.write('haproxy.cfg', haproxySettings(port, nodes)),
    ]);
    for (const node of nodes) await node.start();
    await cluster.untilWhole();
    return cluster;
  }

  /** The superuser's URL of a node, bypassing HAProxy; by default the leader's. */
  async urlOf(node?: PatroniNode): Promise<string> {
    const { port } = node ?? (await this.leader());
    return `postgres://postgres:${this.password}@127.0.0.1:${port}/postgres`;
  }

  /** Waits until one of the nodes, other than `except`, is the leader. */
  leader(except?: PatroniNode): Promise<PatroniNode> {
    return this.#find('a leader', async (node) => node !== except && (await isOk(node, '/primary')));
  }

  /** The standby that commits wait for. */
  synchronous(): Promise<PatroniNode> {
    return this.#find('a synchronous standby', (node) => isOk(node, '/synchronous'));
  }

  /** Waits until every node is up, and the standbys stream. */
  async untilWhole(): Promise<void> {
    const leader = await this.leader();
    let members: readonly Member[] = [];
    await waitFor(
      async () => {
        await sleep(LOOK_EVERY_MS);
        const seen = (await (await leader.ask('/cluster'))?.json()) as { members?: Member[] } | undefined;
        members = seen?.members ?? [];
        return isWhole(members);
      },
      { timeoutMs: WHOLE_WITHIN_MS, describe: 'every node is part of the cluster' },
    ).catch((error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(members)}`);
    });
  }

  /**
   * A leader stopped in an orderly way waits for its standbys; if Patroni is killed meanwhile, it leaves it running.
   */
  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await this.programs.close();
  }

  async #find(what: string, fits: (node: PatroniNode) => Promise<boolean>): Promise<PatroniNode> {
    return waitFor(
      async () => {
        const fitting = await Promise.all(this.nodes.map(fits));
        const found = this.nodes.find((_node, index) => fitting[index]);
        if (found === undefined) await sleep(LOOK_EVERY_MS);
        return found;
      },
      { timeoutMs: WHOLE_WITHIN_MS, describe: what },
    );
  }
}

/** Whether one node leads and all others stream from it, one of them synchronously. */
function isWhole(members: readonly Member[]): boolean {
  const leader = members.find(({ role }) => role === 'leader');
  const streaming = members.filter(
    ({ role, state, timeline }) =>
      role !== 'leader' && STREAMS.has(state) && timeline !== undefined && timeline === leader?.timeline,
  );
  return streaming.length === NODES.length - 1 && streaming.some(({ role }) => role === 'sync_standby');
}

async function isOk(node: PatroniNode, path: string): Promise<boolean> {
  const answer = await node.ask(path);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

function haproxySettings(port: number, nodes: readonly PatroniNode[]): string {
  const servers = nodes.map(
    ({ name, port: at, restPort }) => `  server ${name} 127.0.0.1:${at} check port ${restPort}`,
  );
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 3s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen postgresql',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  timeout check 2s',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    '',
  ].join('\n');
}
