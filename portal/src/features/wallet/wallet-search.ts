import { ENTRY_KINDS, type EntryKind } from '../../../../shared/domain/ledger.js';
import { isPeriod } from './period.js';

/** What is chosen on the page of the wallet, as it appears in the address. */
export interface WalletSearch {
  period?: string;
  kind?: EntryKind;
}

/** Reads the choices from the address, ignoring invalid ones. */
export function readWalletSearch({ period, kind }: Record<string, unknown>): WalletSearch {
  const known = ENTRY_KINDS.find((word) => word === kind);
  return { ...(isPeriod(period) && { period }), ...(known !== undefined && { kind: known }) };
}
