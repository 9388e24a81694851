import type { WireWalletEntry } from '../../../../shared/wire/wallet.js';

export interface Step {
  /** By time: 0 for the oldest entry, 1 for the newest. */
  position: number;
  available: number;
}

/** The available credits after each entry, oldest first. */
export function availableSteps(newestFirst: readonly WireWalletEntry[]): Step[] {
  const oldestFirst = newestFirst.toReversed();
  const times = oldestFirst.map(({ created_at }) => Date.parse(created_at));
  const [start = 0, end = 0] = [times.at(0), times.at(-1)];
  const span = Math.max(1, end - start);
  return oldestFirst.map(({ balance_after, reserved_after }, index) => ({
    position: ((times[index] ?? start) - start) / span,
    available: balance_after - reserved_after,
  }));
}
