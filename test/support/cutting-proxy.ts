import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where a connection is cut: before the message reaches the server, or once the server has answered it. */
export type CutMoment = 'before' | 'after';

/** A TCP relay in front of one server, which loses what a test wants lost. */
export interface CuttingProxy {
  /** The server's URL with the address of the relay. */
  readonly url: string;
  /**
   * Cuts the next connection that sends `text` (COMMIT unless given). With `after`, the server has done what was
   * asked and only its answer is lost.
   */
  cutNext(moment: CutMoment, text?: string): void;
  /** Connections cut by `cutNext` so far. */
  cuts(): number;
  /** Drops every connection and refuses new ones until `restore`: the server is away. */
  sever(): void;
  restore(): void;
  /** Connections refused while severed so far. */
  refusals(): number;
  close(): Promise<void>;
}

/** Starts a relay to the server of a PostgreSQL or Redis URL. Messages must not be encrypted. */
export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  const target = new URL(serverUrl);
  const open = new Set<Socket>();
  let armed: { moment: CutMoment; text: string } | undefined;
  let severed = false;
  let cuts = 0;
  let refusals = 0;

  function track(socket: Socket): Socket {
    open.add(socket);
    return socket.on('close', () => open.delete(socket)).on('error', () => undefined);
  }

  function relay(client: Socket): void {
    track(client);
    if (severed) {
      refusals += 1;
      client.resetAndDestroy();
      return;
    }
    const server = track(connect(Number(target.port), target.hostname));
    let loseAnswer = false;
    function cut(): void {
      cuts += 1;
      client.destroy();
      server.destroy();
    }
    client.on('data', (data) => {
      if (armed !== undefined && data.includes(armed.text)) {
        const { moment } = armed;
        armed = undefined;
        if (moment === 'before') {
          cut();
          return;
        }
        loseAnswer = true;
      }
      server.write(data);
    });
    server.on('data', (data) => (loseAnswer ? cut() : client.write(data)));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  const listener = createServer(relay).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String((listener.address() as AddressInfo).port);

  function dropAll(): void {
    for (const socket of open) socket.destroy();
  }
  return {
    url: url.href,
    cutNext: (moment, text = 'COMMIT') => {
      armed = { moment, text };
    },
    cuts: () => cuts,
    sever: () => {
      severed = true;
      dropAll();
    },
    restore: () => {
      severed = false;
    },
    refusals: () => refusals,
    close: async () => {
      dropAll();
      listener.close();
      await once(listener, 'close');
    },
  };
}
