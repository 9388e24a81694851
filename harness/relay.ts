import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Sees everything passing over one connection, and decides what is forwarded. */
export interface Tap {
  /** Bytes on their way to the server; what it returns is forwarded. */
  sent(bytes: Buffer): Buffer;
  /** Bytes on their way back. */
  received(bytes: Buffer): Buffer;
}

/** Creates the tap of a new connection; `cut` drops it, even before the server has seen it. */
export type MakeTap = (cut: () => void) => Tap;

/** A TCP relay in front of one server, which can lose what passes, or the server itself. */
export interface Relay {
  /** The server's URL with the relay's address. */
  readonly url: string;
  /** Drops every connection and resets new ones until `restore`. */
  sever(): void;
  restore(): void;
  /** Connections reset while severed so far. */
  refusals(): number;
  /** Forwards nothing in either direction until `thaw`, and keeps every connection open. */
  freeze(): void;
  thaw(): void;
  /** Leads new connections to another server and leaves existing ones where they are, like a changed DNS entry. */
  redirect(serverUrl: string): void;
  /** Drops every connection and refuses new ones, as if nothing listened there, until `listen`. */
  stopListening(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

const PASS_ALL: Tap = { sent: (bytes) => bytes, received: (bytes) => bytes };

/** Starts a relay to the server of a URL. A tap can only understand unencrypted messages. */
export async function startRelay(serverUrl: string, makeTap: MakeTap = () => PASS_ALL): Promise<Relay> {
  const relay = new TcpRelay(new URL(serverUrl), makeTap);
  await relay.listen();
  return relay;
}

class TcpRelay implements Relay {
  readonly #open = new Set<Socket>();
  #listener: Server | undefined;
  #port = 0;
  #severed = false;
  #frozen = false;
  #refusals = 0;

  constructor(
    private target: URL,
    private readonly makeTap: MakeTap,
  ) {}

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  async listen(): Promise<void> {
    if (this.#listener !== undefined) return;
    // With Nagle's algorithm, the relay would add 40 ms to every statement.
    this.#listener = createServer({ noDelay: true }, (client) => this.#relay(client));
    this.#listener.listen(this.#port, '127.0.0.1');
    await once(this.#listener, 'listening');
    this.#port = (this.#listener.address() as AddressInfo).port;
  }

  redirect(serverUrl: string): void {
    this.target = new URL(serverUrl);
  }

  async stopListening(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#dropAll();
    if (listener === undefined) return;
    listener.close();
    await once(listener, 'close');
  }

  sever(): void {
    this.#severed = true;
    this.#dropAll();
  }

  restore(): void {
    this.#severed = false;
  }

  refusals(): number {
    return this.#refusals;
  }

  freeze(): void {
    this.#frozen = true;
    for (const socket of this.#open) socket.pause();
  }

  thaw(): void {
    this.#frozen = false;
    for (const socket of this.#open) socket.resume();
  }

  close(): Promise<void> {
    return this.stopListening();
  }

  #relay(client: Socket): void {
    this.#track(client);
    if (this.#severed) {
      this.#refusals += 1;
      client.resetAndDestroy();
      return;
    }
    const tap = this.makeTap(() => client.destroy());
    if (client.destroyed) return;
    const server = this.#track(this.#connect());
    client.on('data', (bytes) => pass(tap.sent(bytes), server));
    server.on('data', (bytes) => pass(tap.received(bytes), client));
    // What was sent before a process died still reaches the server, as without a relay.
    client.on('close', () => server.end());
    server.on('close', () => client.destroy());
    if (this.#frozen) for (const socket of [client, server]) socket.pause();
  }

  #connect(): Socket {
    return connect({ port: Number(this.target.port), host: this.target.hostname, noDelay: true });
  }

  #track(socket: Socket): Socket {
    this.#open.add(socket);
    return socket.on('close', () => this.#open.delete(socket)).on('error', () => undefined);
  }

  #dropAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

function pass(bytes: Buffer, target: Socket): void {
  if (bytes.length > 0 && target.writable) target.write(bytes);
}
