import { type RequeueRefusal, requeueReviews } from '../../shared/commands/requeue-reviews.js';
import type { NewNote } from '../../shared/commands/review-case.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Database } from '../../shared/db/database.js';
import { SealedVerification } from '../../shared/db/sealed-verification.js';
import { fromPublicId, newId } from '../../shared/domain/ids.js';
import { maskWithin } from '../../shared/domain/mask.js';
import { type Command, textFlag } from './command.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { UsageError } from './usage-error.js';
import { withDatabase } from './with-database.js';

const LONGEST_NOTE = 2_000;
const CONFIRMED = 'provider-confirmed-no-charge';

export const requeue: Command = {
  usage: `--request ver_… --note TEXT [--${CONFIRMED}]`,
  summary: 'sends a verification in manual review back to the provider; needs ENCRYPTION_KEYS for the note',
  flags: { request: { type: 'string' }, note: { type: 'string' }, [CONFIRMED]: { type: 'boolean' } },
  run: async (flags) => {
    const request = textFlag(flags, 'request');
    const text = textFlag(flags, 'note');
    if ([...text].length > LONGEST_NOTE) {
      throw new UsageError(`--note must have at most ${LONGEST_NOTE} characters.`);
    }
    const ring = readEncryptionKeys();
    const confirmed = flags[CONFIRMED] === true;
    await withDatabase((db) => sendBack(db, ring, { request, text, confirmed }));
    console.log(`Sent ${request} back: a worker takes it within a minute.`);
    return 0;
  },
};

async function sendBack(
  db: Database,
  ring: Keyring,
  { request, text, confirmed }: { request: string; text: string; confirmed: boolean },
): Promise<void> {
  const verificationId = fromPublicId('verification', request);
  const note = verificationId && (await sealNote(db, ring, verificationId, text));
  if (!verificationId || !note) throw new Error(REFUSALS.unknown);
  const command = { cases: [{ verificationId, note }], providerConfirmedNoCharge: confirmed };
  const result = await db.transaction((sql) => requeueReviews(sql, command, { userId: null }));
  const reason = result.kind === 'refused' ? result.refusals[0]?.reason : undefined;
  if (reason !== undefined) throw new Error(REFUSALS[reason]);
}

const REFUSALS: Readonly<Record<RequeueRefusal, string>> = {
  unknown: 'There is no such verification, or its personal data is erased.',
  not_in_review: 'The verification is not in manual review.',
  taken: 'Bug: a command does not mind who works on the case.',
  may_have_been_received: `The provider may have received a call of it. Only when it has confirmed that it charges none, give --${CONFIRMED}.`,
};

/** Undefined when there is no such verification, or its data is erased. A subject in the text is masked, as on the review desk. */
async function sealNote(db: Database, ring: Keyring, id: string, text: string): Promise<NewNote | undefined> {
  const [row] = await db.query<{ id: string; data_key: Buffer; subject_sealed: Buffer }>(
    'SELECT id, data_key, subject_sealed FROM verifications WHERE id = $1 AND erased_at IS NULL',
    [id],
  );
  if (row === undefined) return undefined;
  const sealed = new SealedVerification(ring, row);
  const noteId = newId();
  return {
    id: noteId,
    sealed: sealed.sealNote(noteId, maskWithin(text, sealed.subject(row.subject_sealed))),
  };
}
