import type { ApiError } from '../../errors/catalogue.js';
import { placesTaken } from '../../limits/headers.js';

/** Most documents take tens of milliseconds; a caller behind these would wait for seconds. */
const MAX_WAITING = 50;
/** Per client, so that filling the queue takes several clients. */
const MAX_WAITING_PER_CLIENT = 10;
const RETRY_AFTER_SECONDS = 2;

/**
 * Shares renderers fairly, so that a client who wants many documents does not keep the others waiting: each client has
 * at most one in progress, and waiting clients take turns.
 */
export class PdfTurns<Maker> {
  readonly #idle: Maker[];
  /** The waiting jobs of each client in order of arrival; the client whose turn is next comes first. */
  readonly #waiting = new Map<string, ((maker: Maker) => void)[]>();
  readonly #served = new Set<string>();

  constructor(makers: readonly Maker[]) {
    this.#idle = [...makers];
  }

  /** Runs `make` in the client's turn. Throws `rate_limited` if too many are waiting, for this client or in total. */
  async run<T>(clientId: string, make: (maker: Maker) => Promise<T>): Promise<T> {
    const refusal = this.#refusalOf(clientId);
    if (refusal !== undefined) throw refusal;
    const maker = await new Promise<Maker>((enter) => {
      this.#waiting.set(clientId, [...(this.#waiting.get(clientId) ?? []), enter]);
      this.#serveNext();
    });
    try {
      return await make(maker);
    } finally {
      this.#served.delete(clientId);
      this.#idle.push(maker);
      this.#serveNext();
    }
  }

  #serveNext(): void {
    const maker = this.#idle.at(-1);
    const [clientId, line] = [...this.#waiting].find(([id]) => !this.#served.has(id)) ?? [];
    if (maker === undefined || clientId === undefined || line === undefined) return;
    const [enter, ...others] = line;
    // The client goes to the end of the line until its next turn.
    this.#waiting.delete(clientId);
    if (others.length > 0) this.#waiting.set(clientId, others);
    this.#idle.pop();
    this.#served.add(clientId);
    enter?.(maker);
  }

  /** The client's own limit first: that is the one it can do something about. */
  #refusalOf(clientId: string): ApiError | undefined {
    if (this.#countOf(clientId) >= MAX_WAITING_PER_CLIENT) {
      return placesTaken('pdf-reports', MAX_WAITING_PER_CLIENT, RETRY_AFTER_SECONDS);
    }
    const clients = new Set([...this.#waiting.keys(), ...this.#served]);
    const all = [...clients].reduce((sum, id) => sum + this.#countOf(id), 0);
    if (all < MAX_WAITING) return undefined;
    return placesTaken('pdf-reports-of-all', MAX_WAITING, RETRY_AFTER_SECONDS);
  }

  #countOf(clientId: string): number {
    return (this.#waiting.get(clientId)?.length ?? 0) + (this.#served.has(clientId) ? 1 : 0);
  }
}
