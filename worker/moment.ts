/** One moment on two clocks, in milliseconds. */
export interface Moment {
  /** Goes on evenly, but may stand still with a machine that is suspended. */
  monotonic: number;
  /** Is set right after a suspension, but may jump at any time. */
  wall: number;
}

/** The present moment. */
export function momentNow(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}

/** Milliseconds between two moments by the clock that says more: neither notices every pause alone. */
export function msBetween(from: Moment, to: Moment): number {
  return Math.max(to.monotonic - from.monotonic, Math.abs(to.wall - from.wall));
}
