import type { WireWallet } from '../../../shared/wire/wallet.js';

/** Whether the client is to be told that its balance is low; a client without a threshold never is. */
export function isLow({ available, low_balance_threshold }: WireWallet): boolean {
  return low_balance_threshold !== null && available < low_balance_threshold;
}
