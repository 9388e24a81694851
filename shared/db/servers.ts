import pg from 'pg';
import { serversOf } from '../config/several-servers.js';
import { gatherWrites } from '../gather-writes.js';
import { type Certificates, takeCertificates } from './certificates-in-address.js';

/**
 * The servers of one PostgreSQL address (contract 8; libpq supports the form too). Connections go to the one that last
 * served; after a failure, and where writes are not accepted, the next attempt goes to the next.
 */
class Servers {
  readonly #urls: readonly string[];
  /** Whether to move on from a server that takes no writes. */
  readonly mustWrite: boolean;
  #current = 0;

  constructor(address: string) {
    const url = new URL(address);
    this.mustWrite = url.searchParams.has('servers') || url.searchParams.has('target_session_attrs');
    this.#urls = serversOf(url).map((server) => {
      const one = new URL(address);
      one.searchParams.delete('servers');
      // Setting Node's `host` keeps the old port if the new value has none.
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

  /** Moves on to the next server, unless someone has already moved on from this one. */
  leave(url: string): void {
    if (url === this.current()) this.#current = (this.#current + 1) % this.#urls.length;
  }
}

/** One per address, so that all pools of a process know which server is serving. */
const known = new Map<string, Servers>();

function serversFor(address: string): Servers {
  const servers = known.get(address) ?? new Servers(address);
  known.set(address, servers);
  return servers;
}

/** In milliseconds, as in the pools: a frozen server does not refuse connections. */
const CONNECT_TIMEOUT_MS = 3_000;

/** The server answers but takes no writes, like a standby. */
class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  /** read_only_sql_transaction, which counts as unavailable. */
  readonly code = '25006';

  constructor() {
    super('The server takes no writes');
  }
}

/**
 * A pool listens for errors on idle connections, and users on connections in use. In between nobody does: a server that
 * closes a connection with its greeting would crash the process. The next statement on it reports the loss.
 */
class ClientOfOne extends pg.Client {
  constructor(config: pg.ClientConfig & { connectionString: string }) {
    const { address, certificates } = takeCertificates(config.connectionString);
    super({ ...config, connectionString: address });
    // What the driver has read from the address replaces the `ssl` of a configuration.
    const { ssl } = this.connection as unknown as { ssl: boolean | object };
    if (typeof ssl === 'object') setCertificates(ssl, certificates);
    this.on('error', () => undefined);
    // The statements of one step of a transaction, all sent by one caller: a lone one waits for nobody. Not before it
    // is connected, because until then the stream may be replaced by one that encrypts.
    this.once('connect', () => gatherWrites(this.connection.stream, process.nextTick));
  }
}

/** The key as the driver keeps it: not enumerable, so that whatever prints a client does not show it. */
function setCertificates(ssl: object, { key, ...shown }: Certificates): void {
  Object.assign(ssl, shown);
  if (key !== undefined) Object.defineProperty(ssl, 'key', { value: key, enumerable: false });
}

/**
 * Returns the client class for pools and connections of an address. With several servers, each client tries one of
 * them.
 */
export function clientClassFor(address: string): typeof pg.Client {
  const servers = serversFor(address);
  if (!servers.mustWrite)
    return class extends ClientOfOne {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: address });
      }
    };
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
        await requireWrites(this);
        return this;
      } catch (error) {
        servers.leave(this.#url);
        await this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}

/** Connects as often as the address has servers, until one serves. Throws the error of the last. */
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
 * Returns the address of one server: the given one or, of several, the first that takes writes now. For work on a few
 * connections that must be on the same server. Throws the error of the last of several.
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

/** Throws if the server takes no writes. */
async function requireWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new NoPrimaryError();
}
