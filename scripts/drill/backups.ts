import type { EmbeddedServer } from '../embedded/server.js';

/** A way of backing PostgreSQL up; everything is kept in the folder of the drill. */
export interface Backups {
  /** The value of `archive_command`. */
  readonly archiveCommand: string;
  /** Called once the primary archives its log. */
  begin(primary: EmbeddedServer): Promise<void>;
  /** Takes the base backup. */
  backUp(primary: EmbeddedServer): Promise<void>;
  /**
   * Lays the backup out in the folder `restored`, so that a server started there recovers everything in the archive.
   */
  layOut(): Promise<void>;
}
