import { expect } from 'chai';

/** Linear work takes as many times less for a part as that is smaller; quadratic work the square of it. */
const PARTS = 16;
const MAX_RATIO = PARTS * 4;
const TRIES = 3;

/**
 * Expects work to take processor time in proportion to its size: the whole is compared with a sixteenth of it, in the
 * same seconds on the same machine, so that it does not matter how fast that is. By the clock on the wall the whole
 * would seem many times longer on a busy machine, which interrupts it and not its short part.
 */
export function expectLinear(size: number, work: (size: number) => void, what = 'the work'): void {
  const part = Math.floor(size / PARTS);
  const ofPart = Math.max(1, Math.min(...Array.from({ length: TRIES }, () => timeOf(() => work(part)))));
  let times = Number.POSITIVE_INFINITY;
  // The machine may hold up one try, and not each of them.
  for (let tried = 0; tried < TRIES && times >= MAX_RATIO; tried += 1)
    times = timeOf(() => work(size)) / ofPart;
  expect(times, `${what}: times of a sixteenth`).to.be.below(MAX_RATIO);
}

/** Of the processor, in milliseconds. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
