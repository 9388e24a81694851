import pg from 'pg';
import { serversOf } from '../config/several-servers.js';

/**
 * The servers of one address of PostgreSQL (contract 8; libpq has the form too). Connections go to the one that served
 * last; after a failure, and where writes are not taken, the next attempt goes to the next.
 */
class Servers {
  readonly #urls: readonly string[];
  /** Whether a server that takes no writes is left again. */
  readonly mustWrite: boolean;
  #current = 0;

  constructor(address: string) {
    const url = new URL(address);
    this.mustWrite = url.searchParams.has('servers') || url.searchParams.has('target_session_attrs');
    this.#urls = serversOf(url).map((server) => {
      const one = new URL(address);
      one.searchParams.delete('servers');
      // Node's `host` keeps an old port where the new value has none.
      one.port = '';
      one.host = server;
      return one.href;
    });
  }

  get count(): number {
    return this.#urls.length;
  }

  current(): string {
    return this.#urls[this.#current] ?? '';
  }

  /** Goes on to the next server, unless somebody has gone on from this one already. */
  leave(url: string): void {
    if (url === this.current()) this.#current = (this.#current + 1) % this.#urls.length;
  }
}

/** One for each address, so that all pools of a process know which server serves. */
const known = new Map<string, Servers>();

function serversFor(address: string): Servers {
  const servers = known.get(address) ?? new Servers(address);
  known.set(address, servers);
  return servers;
}

/** In milliseconds, as in the pools: a server that is frozen does not refuse. */
const CONNECT_TIMEOUT_MS = 3_000;

/** The server answers and takes no writes, as a standby. */
class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  /** read_only_sql_transaction, which counts as unavailable. */
  readonly code = '25006';

  constructor() {
    super('The server takes no writes');
  }
}

/**
 * A pool listens to the connections that lie idle, and who uses one to that. Between the two nobody does: a server that
 * ends it in the bytes in which it greets would end the process. The next statement on it says that it is lost.
 */
class ClientOfOne extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** The client class for pools and connections of an address. Of several servers, each client tries one of them. */
export function clientClassFor(address: string): typeof pg.Client {
  const servers = serversFor(address);
  if (!servers.mustWrite) return ClientOfOne;
  return class ClientOfSeveral extends ClientOfOne {
    readonly #url: string;

    constructor(config: pg.ClientConfig) {
      const url = servers.current();
      super({ ...config, connectionString: url });
      this.#url = url;
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
    override connect(
      callback?: (error: Error | null, client?: pg.Client) => void,
    ): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (callback === undefined) return connected;
      connected.then(
        () => callback(null, this),
        (error: Error) => callback(error),
      );
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        await demandWrites(this);
        return this;
      } catch (error) {
        servers.leave(this.#url);
        await this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}

/** Connects as often as the address has servers, until one serves. Throws why the last did not. */
export async function connectToOneOf(address: string, connect: () => Promise<unknown>): Promise<void> {
  for (let left = serversFor(address).count - 1; ; left -= 1) {
    try {
      await connect();
      return;
    } catch (error) {
      if (left <= 0) throw error;
    }
  }
}

/**
 * The address of one server: the given one, or of several the first that takes writes now. For work on few connections
 * that belong together. Throws why the last of several did not serve.
 */
export async function primaryOf(address: string): Promise<string> {
  const servers = serversFor(address);
  if (!servers.mustWrite) return address;
  const Client = clientClassFor(address);
  await connectToOneOf(address, async () => {
    const client = new Client({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    await client.connect();
    await client.end();
  });
  return servers.current();
}

/** Throws when the server takes no writes. */
async function demandWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new NoPrimaryError();
}
