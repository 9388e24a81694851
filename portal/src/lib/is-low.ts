import type { WireWallet } from '../../../shared/wire/wallet.js';

/** Whether to warn the client of a low balance; never for a client without a threshold. */
export function isLow({ available, low_balance_threshold }: WireWallet): boolean {
  return low_balance_threshold !== null && available < low_balance_threshold;
}
