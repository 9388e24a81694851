/** A PostgreSQL or Redis that this process started and looks after. */
export interface EmbeddedServer {
  /** Connection URL with credentials; for PostgreSQL those of the superuser. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the server has ended, for whatever reason, with its last lines of output. */
  readonly exited: Promise<string>;
  /** Ends the server in order, harder after a deadline; resolves when it is gone, also when called twice. */
  stop(): Promise<void>;
}
