import { ENTRY_KINDS, type EntryKind } from '../../../../shared/domain/ledger.js';

/** The lengths of statements and charts that end now. */
export const LATEST_DAYS = ['7d', '30d', '90d'];
export const MONTH_VALUE = /^20\d\d-(0[1-9]|1[0-2])$/;

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

/** Whether this may be the period in an address: also a month that has left the choices since somebody shared it. */
export function isPeriod(chosen: unknown): chosen is string {
  return typeof chosen === 'string' && (LATEST_DAYS.includes(chosen) || MONTH_VALUE.test(chosen));
}
