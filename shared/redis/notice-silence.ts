import type { Redis } from 'ioredis';

/** How often a connection is looked at, in milliseconds. */
const LOOK_EVERY_MS = 5_000;
/**
 * Looks in a row that find nothing read since the last. A process that stood still reads what came meanwhile only after
 * its timers have run, so one says nothing yet.
 */
const SILENT_LOOKS = 2;

/**
 * Drops a connection on which nothing comes back any more, so that it is made anew, through the address. A server whose
 * machine is gone closes nothing: the system would try for a quarter of an hour, and for ever where something in
 * between answers for it, while another server has its address already.
 */
export function noticeSilence(redis: Redis): void {
  let seen: { stream: Redis['stream']; bytes: number } | undefined;
  let silentLooks = 0;

  function look(): void {
    // A connection that is being made has a limit of its own; what is asked on it first has none.
    if (redis.status !== 'ready' && redis.status !== 'connect') return;
    const { stream } = redis;
    const isSilent = seen?.stream === stream && seen.bytes === stream.bytesRead;
    silentLooks = isSilent ? silentLooks + 1 : 0;
    seen = { stream, bytes: stream.bytesRead };
    if (silentLooks >= SILENT_LOOKS) stream.destroy(new Error('Nothing comes back on the connection'));
    else if (redis.status === 'ready') redis.ping().catch(() => undefined);
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  redis.once('end', () => clearInterval(timer));
}
