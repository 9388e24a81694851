import type { Redis } from 'ioredis';

/** How often a connection is looked at, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

/** What is watched: a connection that is made but not ready yet, and one that is. */
type Watched = 'connect' | 'ready';

/**
 * Looks in a row that find nothing read since the last. A process that stood still reads what came meanwhile only after
 * its timers have run, so one says nothing yet. A Redis that loads its data is asked again only after up to ten seconds
 * whether it is ready.
 */
const SILENT_LOOKS: Readonly<Record<Watched, number>> = { connect: 3, ready: 2 };

/**
 * Drops a connection on which nothing comes back any more, so that it is made anew, through the address. A server whose
 * machine is gone closes nothing: the system would try for a quarter of an hour, and for ever where something in
 * between answers for it, while another server has its address already. Connecting itself has a limit of its own.
 */
export function noticeSilence(redis: Redis, watched: readonly Watched[] = ['connect', 'ready']): void {
  let seen: { stream: Redis['stream']; bytes: number } | undefined;
  let silentLooks = 0;

  function look(): void {
    const status = watched.find((each) => each === redis.status);
    if (status === undefined) return;
    const { stream } = redis;
    const isSilent = seen?.stream === stream && seen.bytes === stream.bytesRead;
    silentLooks = isSilent ? silentLooks + 1 : 0;
    seen = { stream, bytes: stream.bytesRead };
    if (silentLooks >= SILENT_LOOKS[status]) {
      stream.destroy(new Error('Nothing comes back on the connection'));
    } else if (status === 'ready') {
      redis.ping().catch(() => undefined);
    }
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  redis.once('end', () => clearInterval(timer));
}
