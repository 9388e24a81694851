/** One moment on two clocks, in milliseconds. */
export interface Moment {
  /** Runs evenly, but may stop while the machine is suspended. */
  monotonic: number;
  /** Correct after a suspension, but may jump at any time. */
  wall: number;
}

/** The present moment. */
export function momentNow(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

/** Milliseconds between two moments by whichever clock shows more: neither alone notices every pause. */
export function msBetween(from: Moment, to: Moment): number {
  return Math.max(to.monotonic - from.monotonic, Math.abs(to.wall - from.wall));
}
