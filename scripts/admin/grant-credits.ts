import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isOverdue } from '../../shared/approvals/expire-proposals.js';
import { creditsProposal, type Proposed } from '../../shared/approvals/proposals.js';
import type { Database } from '../../shared/db/database.js';
import { UnknownCommitError } from '../../shared/db/unknown-commit.js';
import { fromPublicId, newId, toPublicId } from '../../shared/domain/ids.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import {
  type CreditMove,
  type CreditMoveResult,
  findEarlierMove,
  moveClientCredits,
} from '../../shared/ledger/move-client-credits.js';
import { beforeSignal } from './before-signal.js';
import {
  type Command,
  type Flags,
  optionalTextFlag,
  readableFlag,
  refuseIdentityNumber,
  textFlag,
} from './command.js';
import { requireClient } from './subject-flags.js';
import { proposeInTheNameOf, readRules } from './two-people.js';
import { describeUnknown } from './unknown-outcome.js';
import { UsageError } from './usage-error.js';
import { withDatabase } from './with-database.js';

const MAX_NOTE_LENGTH = 500;
/** Stored behind a word of its own, so that it never takes a key of the API. */
const KEY = /^[\x21-\x7e]{1,200}$/;

export const grantCredits: Command = {
  usage: '--client cli_… --amount N --note TEXT [--key KEY]',
  summary:
    'adds credits to a client, or takes them if N is negative (--amount=-5); above APPROVAL_CREDITS another admin has to approve if TWO_PEOPLE is on; with a --key, which may be an order number, it moves them once, however often it is run',
  flags: {
    client: { type: 'string' },
    amount: { type: 'string' },
    note: { type: 'string' },
    key: { type: 'string' },
  },
  run: async (flags) => {
    const client = textFlag(flags, 'client');
    const clientId = fromPublicId('client', client);
    const amount = readAmount(flags);
    const note = readNote(flags);
    if (clientId === undefined) throw new Error(`There is no client ${client}.`);
    const key = readKey(flags);
    const move = { entryId: newId(), clientId, amount, note, idempotencyKey: `command-${key}` };
    const { twoPeople, approvalCredits } = readRules();
    const isLarge = twoPeople && Math.abs(amount) > approvalCredits;
    // Also the key that nobody gave: without it, a second run would be another move.
    const again = (when = '') =>
      `run the command again with --key ${key}${when}. What is done is not done twice.`;
    const watching = beforeSignal(() => {
      console.error(`Interrupted. The credits may nevertheless have been moved, or proposed: ${again()}`);
    });
    await withDatabase(async (db) => {
      await requireClient(db, { clientId, client });
      await refuseOtherProposal(db, move);
      const earlier = await findEarlierMove(db, move);
      if (earlier === undefined && isLarge) await proposeInTheNameOf(db, flags, creditsProposal(move));
      else tell(move, client, earlier ?? (await moveAtOnce(db, move)));
    })
      .catch((error: unknown) => {
        if (!(error instanceof UnknownCommitError)) throw error;
        throw new Error(describeUnknown(error, again(' once PostgreSQL is back')), { cause: error });
      })
      .finally(() => watching.end());
    return 0;
  },
};

/** Throws if this key waits for approval with another move: that one would be told of, or fail when approved. */
async function refuseOtherProposal(db: Database, move: CreditMove): Promise<void> {
  const [open] = await db.query<Pick<Proposed, 'summary'>>(
    `SELECT summary FROM approvals WHERE client_id = $1 AND idempotency_key COLLATE "C" = $2 AND state = 'open'
       AND NOT ${isOverdue('$3')}`,
    [move.clientId, move.idempotencyKey, new Date()],
  );
  if (open !== undefined && !isDeepStrictEqual(open.summary, creditsProposal(move).summary))
    throw new Error('Another amount or note is proposed with this key: use a new one for each movement.');
}

function moveAtOnce(db: Database, move: CreditMove): Promise<CreditMoveResult> {
  return db.transaction((sql) => moveClientCredits(sql, move, { actor: 'system' }));
}

function tell({ amount, entryId }: CreditMove, client: string, result: CreditMoveResult): void {
  if (!('entryNo' in result)) throw new Error(describe(result, client));
  const moved = `Moved ${amount} credits of ${client}: ${toPublicId('walletEntry', entryId)}.`;
  console.log(
    result.kind === 'moved'
      ? moved
      : `Nothing moved: these ${amount} credits of ${client} were moved with this key before.`,
  );
}

function readKey(flags: Flags): string {
  const key = optionalTextFlag(flags, 'key');
  if (key === undefined) return randomUUID();
  if (!KEY.test(key)) throw new UsageError('--key must have 1 to 200 printable ASCII characters, no spaces.');
  refuseIdentityNumber('key', key, 'ledger');
  return key;
}

function readAmount(flags: Flags): number {
  const text = textFlag(flags, 'amount');
  const amount = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : 0;
  if (amount !== 0 && Math.abs(amount) <= MAX_CREDITS) return amount;
  throw new UsageError(`--amount must be a whole number other than 0, at most ${MAX_CREDITS} either way.`);
}

function readNote(flags: Flags): string {
  const note = readableFlag(flags, 'note', MAX_NOTE_LENGTH);
  refuseIdentityNumber('note', note, 'ledger');
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
      return `Another amount or note was moved with this key of ${client}: use a new one for each movement.`;
  }
}
