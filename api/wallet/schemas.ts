import { ENTRY_KINDS, MAX_CREDITS } from '../../shared/domain/ledger.js';
import { SERVICE_CODES } from '../../shared/services/index.js';
import type { WireWallet, WireWalletEntry } from '../../shared/wire/wallet.js';
import { page } from '../openapi/lists.js';
import {
  exampleId,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  type Properties,
  text,
} from '../openapi/schemas.js';

const credits = (description: string) => integer(0, MAX_CREDITS, { description });
const change = (description: string) => integer(-MAX_CREDITS, MAX_CREDITS, { description });

const WALLET = object<WireWallet>({
  balance: credits('All credits that are not spent.'),
  reserved: credits('Held by open verifications; part of the balance.'),
  available: credits('Available to reserve: balance minus reserved.'),
  low_balance_threshold: nullable(credits('The client is notified below this number; null turns this off.')),
  updated_at: moment(),
});

/** The members of a ledger line, including one that answers an admin's credit move. */
export const WALLET_ENTRY: Properties<WireWalletEntry> = {
  entry_id: id('walletEntry'),
  kind: oneOfWords(ENTRY_KINDS),
  amount: change('Positive, except in an adjustment, which is signed.'),
  balance_delta: change('Change of the balance.'),
  reserved_delta: change('Change of the reserved credits.'),
  balance_after: credits('The balance after it.'),
  reserved_after: credits('The reserved credits after it.'),
  request_id: nullable(id('verification', { description: 'The verification that moved the credits.' })),
  service_code: nullable(oneOfWords(SERVICE_CODES, { description: 'The service of that verification.' })),
  note: nullable(text(500)),
  created_at: moment(),
};

export const EXAMPLE_ENTRY: WireWalletEntry = {
  entry_id: exampleId('walletEntry'),
  kind: 'top_up',
  amount: 1000,
  balance_delta: 1000,
  reserved_delta: 0,
  balance_after: 1000,
  reserved_after: 0,
  request_id: null,
  service_code: null,
  note: 'Invoice 2026-09',
  created_at: '2026-09-01T08:00:00.123Z',
};

export const EXAMPLE_WALLET: WireWallet = {
  balance: 1000,
  reserved: 12,
  available: 988,
  low_balance_threshold: 100,
  updated_at: '2026-09-01T08:00:00.123Z',
};

/** The named schemas of a wallet. */
export const WALLET_SCHEMAS = {
  Wallet: WALLET,
  WalletEntry: object<WireWalletEntry>(WALLET_ENTRY),
  WalletEntryPage: page<WireWalletEntry>(named('WalletEntry')),
};
