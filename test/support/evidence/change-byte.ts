import { randomInt } from 'node:crypto';

/** `CHANGED_BYTES=5000 CHANGED_SEED=7 npm test -- …` tries more bytes, or repeats a run. */
export const CHANGED_BYTES = Number(process.env.CHANGED_BYTES ?? 500);
export const CHANGED_SEED = Number(process.env.CHANGED_SEED ?? randomInt(2 ** 31));

/** Pseudorandom numbers below a limit, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A copy with one bit of one byte flipped, and a description of the change. */
export function changeByte(
  bytes: Uint8Array,
  next: (below: number) => number,
): { changed: Buffer; what: string } {
  const changed = Buffer.from(bytes);
  const place = next(changed.length);
  const before = changed[place] ?? 0;
  changed[place] = before ^ (1 << next(8));
  return { changed, what: `byte ${place}: ${before} became ${changed[place]}` };
}
