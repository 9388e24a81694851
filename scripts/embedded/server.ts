/** A PostgreSQL or Redis started and managed by this process. */
export interface EmbeddedServer {
  /** Connection URL with credentials; for PostgreSQL, the superuser's. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the server has ended, for any reason, with its last lines of output. */
  readonly exited: Promise<string>;
  /** Stops the server in an orderly way, harder after a deadline; resolves when it is gone, even if called twice. */
  stop(): Promise<void>;
}
