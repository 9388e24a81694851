import type { WireWalletEntry } from '../../../../shared/wire/wallet.js';

export interface Step {
  /** 0 for the oldest entry, 1 for the newest. */
  position: number;
  available: number;
}

/** The available credits after each entry, oldest first. Entries are evenly spaced: busy days would be one stroke. */
export function availableSteps(newestFirst: readonly WireWalletEntry[]): Step[] {
  const oldestFirst = newestFirst.toReversed();
  const most = Math.max(1, oldestFirst.length - 1);
  return oldestFirst.map(({ balance_after, reserved_after }, index) => ({
    position: index / most,
    available: balance_after - reserved_after,
  }));
}
