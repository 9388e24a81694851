import type { Writable } from 'node:stream';

/** Runs a function when everything that is to be written together has been. */
export type Later = (flush: () => void) => void;

/**
 * Combines what is written until `later` into one system call. The drivers of Redis and PostgreSQL write each command
 * and each statement separately: that costs more than composing them, and the server answers the first one, and wakes
 * this process, while it is still sending the rest.
 */
export function gatherWrites(stream: Writable, later: Later): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  let gathering = false;
  const writeLater = (...args: unknown[]): boolean => {
    if (!gathering) {
      gathering = true;
      // Counted: a driver may cork and uncork in between.
      stream.cork();
      later(() => {
        gathering = false;
        stream.uncork();
      });
    }
    return write(...args);
  };
  stream.write = writeLater as typeof stream.write;
}
