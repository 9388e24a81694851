import { randomUUID } from 'node:crypto';
import { creditsProposal } from '../../shared/approvals/proposals.js';
import type { Database } from '../../shared/db/database.js';
import { fromPublicId, newId, toPublicId } from '../../shared/domain/ids.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import {
  type CreditMove,
  type CreditMoveResult,
  moveClientCredits,
} from '../../shared/ledger/move-client-credits.js';
import { type Command, type Flags, readableFlag, textFlag } from './command.js';
import { requireClient } from './subject-flags.js';
import { proposeInTheNameOf, readRules } from './two-people.js';
import { UsageError } from './usage-error.js';
import { withDatabase } from './with-database.js';

const LONGEST_NOTE = 500;

export const grantCredits: Command = {
  usage: '--client cli_… --amount N --note TEXT',
  summary:
    'adds credits to a client, or takes them if N is negative (--amount=-5); above APPROVAL_CREDITS another admin has to approve if TWO_PEOPLE is on',
  flags: { client: { type: 'string' }, amount: { type: 'string' }, note: { type: 'string' } },
  run: async (flags) => {
    const client = textFlag(flags, 'client');
    const clientId = fromPublicId('client', client);
    const amount = readAmount(flags);
    const note = readNote(flags);
    if (clientId === undefined) throw new Error(`There is no client ${client}.`);
    const move = { entryId: newId(), clientId, amount, note, idempotencyKey: `command-${randomUUID()}` };
    const { twoPeople, approvalCredits } = readRules();
    const isLarge = twoPeople && Math.abs(amount) > approvalCredits;
    await withDatabase(async (db) => {
      await requireClient(db, { clientId, client });
      if (isLarge) await proposeInTheNameOf(db, flags, creditsProposal(move));
      else await moveAtOnce(db, move, client);
    });
    return 0;
  },
};

async function moveAtOnce(db: Database, move: CreditMove, client: string): Promise<void> {
  const result = await db.transaction((sql) => moveClientCredits(sql, move, { actor: 'system' }));
  if (!('entryNo' in result)) throw new Error(describe(result, client));
  console.log(`Moved ${move.amount} credits of ${client}: ${toPublicId('walletEntry', move.entryId)}.`);
}

function readAmount(flags: Flags): number {
  const text = textFlag(flags, 'amount');
  const amount = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : 0;
  if (amount !== 0 && Math.abs(amount) <= MAX_CREDITS) return amount;
  throw new UsageError(`--amount must be a whole number other than 0, at most ${MAX_CREDITS} either way.`);
}

function readNote(flags: Flags): string {
  const note = readableFlag(flags, 'note', LONGEST_NOTE);
  if (holdsIdentityNumber(note, { separated: true })) {
    throw new UsageError(
      '--note must not contain an identity number, because the ledger keeps it permanently.',
    );
  }
  return note;
}

function describe(result: Exclude<CreditMoveResult, { entryNo: number }>, client: string): string {
  switch (result.kind) {
    case 'unknown_client':
      return `There is no client ${client}.`;
    case 'insufficient':
      return `Only ${result.available} credits are available: the rest are reserved or spent.`;
    case 'wallet_full':
      return `A wallet can hold at most ${MAX_CREDITS} credits.`;
    case 'key_reused':
      return 'Bug: a random key was used before.';
  }
}
