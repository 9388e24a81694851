import { readFigure } from './read-files.mjs';

/** From the limit that a process sets itself to the moment it may be killed: until then it still has to end. */
const MARGIN_SECONDS = 5;

/** The limits that the processes set themselves, in seconds. */
const OWN_LIMITS = {
  api: ({ DRAIN_SECONDS }) => Number(DRAIN_SECONDS) + readFigure('api/main.ts', 'CLOSE_WITHIN_MS') / 1_000,
  worker: ({ PROVIDER_TIMEOUT_MS }) =>
    (Number(PROVIDER_TIMEOUT_MS) + readFigure('worker/main.ts', 'SETTLE_WITHIN_MS')) / 1_000,
};

/** Finds an API or a worker that is killed, after so many seconds, before it has stopped in order. */
export function checkTimeToStop(process, environment, seconds) {
  if (!(process in OWN_LIMITS)) return [];
  const needed = OWN_LIMITS[process](environment) + MARGIN_SECONDS;
  return seconds >= needed ? [] : [`is killed after ${seconds} s, and may need ${needed} s to stop in order`];
}
