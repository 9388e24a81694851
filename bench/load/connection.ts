import { connect, type Socket } from 'node:net';

/** One answer: its status and its body. */
export type TakeAnswer = (status: number, body: string) => void;

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/**
 * One keep-alive HTTP/1.1 connection with one request at a time. It understands only what our servers send
 * (Content-Length, no chunks) and therefore costs little: on a small machine the load generator shares the processors
 * with what it measures, and general-purpose clients use as much of them as the server does.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #take: TakeAnswer = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed a connection')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  /** Sends one whole request; `take` gets its answer. */
  send(request: Buffer | string, take: TakeAnswer): void {
    this.#take = take;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners('close');
    this.#socket.destroy();
  }

  #fail(error: Error): void {
    throw error;
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const status = Number(head.slice(9, 12));
    const length = status === 304 || status === 204 ? 0 : Number(LENGTH.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) throw new Error(`An answer without a length: ${head}`);
    const bodyStart = headEnd + HEAD_END.length;
    if (this.#received.length < bodyStart + length) return;
    const body = this.#received.toString('latin1', bodyStart, bodyStart + length);
    this.#received = this.#received.subarray(bodyStart + length);
    this.#take(status, body);
  }
}
