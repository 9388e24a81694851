import { findCallsToWriteOff } from '../../shared/approvals/calls-to-write-off.js';
import { requeueProposal } from '../../shared/approvals/proposals.js';
import type { Keyring } from '../../shared/crypto/keyring.js';
import type { Database } from '../../shared/db/database.js';
import { SealedVerification } from '../../shared/db/sealed-verification.js';
import { DEAD_AFTER_SECONDS } from '../../shared/db/worker-life.js';
import { fromPublicId, newId } from '../../shared/domain/ids.js';
import { maskText } from '../../shared/domain/personal-data.js';
import type { KnownCall } from '../../shared/reviews/known-calls.js';
import { type RequeueRefusal, requeueReviews } from '../../shared/reviews/requeue-reviews.js';
import type { NewNote } from '../../shared/reviews/review-case.js';
import type { Witness } from '../../shared/witness/witness.js';
import { type Command, type Flags, readableFlag, refuseIdentityNumber, textFlag } from './command.js';
import { findEarlierRequeue } from './earlier-requeue.js';
import { readEncryptionKeys } from './read-encryption-keys.js';
import { proposeInTheNameOf, readRules } from './two-people.js';
import { UsageError } from './usage-error.js';
import { withDatabase } from './with-database.js';
import { withWitness } from './with-witness.js';

const MAX_NOTE_LENGTH = 2_000;
const CONFIRMED = 'provider-confirmed-no-charge';
const DOCUMENT = 'provider-document';
const MAX_DOCUMENT_LENGTH = 500;

export const requeue: Command = {
  usage: `--request ver_… --note TEXT [--${CONFIRMED} [--${DOCUMENT} TEXT]]`,
  summary: `requeues a verification in manual review; needs ENCRYPTION_KEYS for the note, and REDIS_URL with --${CONFIRMED}. If TWO_PEOPLE is on, another admin has to approve writing off a call, and --${DOCUMENT} names the document in which the provider confirms that it charges nothing`,
  flags: {
    request: { type: 'string' },
    note: { type: 'string' },
    [CONFIRMED]: { type: 'boolean' },
    [DOCUMENT]: { type: 'string' },
  },
  run: async (flags) => {
    const request = textFlag(flags, 'request');
    const text = readableFlag(flags, 'note', MAX_NOTE_LENGTH, { lines: true });
    const ring = readEncryptionKeys();
    const confirmed = flags[CONFIRMED] === true;
    const { twoPeople } = readRules();
    const document = documentOf(flags, confirmed);
    const wanted = { request, text, document, confirmed };
    await withDatabase(async (db) => {
      const id = fromPublicId('verification', request);
      const calls = confirmed && twoPeople && id !== undefined ? await findCallsToWriteOff(db, id) : [];
      if (id !== undefined && calls.length > 0) {
        await proposeWriteOff(db, ring, flags, { id, text, document, calls });
        return;
      }
      const result = confirmed
        ? await withWitness(({ revoke }) => sendBack(db, ring, { ...wanted, revoke }))
        : await sendBack(db, ring, wanted);
      console.log(result);
    });
    return 0;
  },
};

/** The provider's word that it charges nothing, which the audit log keeps. Throws UsageError. */
function documentOf(flags: Flags, confirmed: boolean): string | undefined {
  if (flags[DOCUMENT] === undefined) return undefined;
  if (!confirmed) throw new UsageError(`--${DOCUMENT} has an effect only together with --${CONFIRMED}.`);
  const document = readableFlag(flags, DOCUMENT, MAX_DOCUMENT_LENGTH);
  refuseIdentityNumber(DOCUMENT, document, 'audit log');
  return document;
}

interface WriteOff {
  id: string;
  text: string;
  document: string | undefined;
  calls: readonly KnownCall[];
}

async function proposeWriteOff(
  db: Database,
  ring: Keyring,
  flags: Flags,
  { id, text, document, calls }: WriteOff,
): Promise<void> {
  if (document === undefined) throw new UsageError(`--${DOCUMENT} is missing.`);
  const opened = await openVerification(db, ring, id);
  if (opened === undefined) throw new Error(REFUSALS.unknown);
  const { clientId, subject } = opened;
  const proposal = requeueProposal(
    { verificationId: id, clientId, calls },
    sealNote(opened, text),
    maskText(document, subject),
  );
  await proposeInTheNameOf(db, flags, proposal);
}

interface SendBack {
  request: string;
  text: string;
  document: string | undefined;
  confirmed: boolean;
  revoke?: Witness['revoke'];
}

/** Returns what to print. */
async function sendBack(
  db: Database,
  ring: Keyring,
  { request, text, document, confirmed, revoke }: SendBack,
): Promise<string> {
  const verificationId = fromPublicId('verification', request);
  const opened = verificationId && (await openVerification(db, ring, verificationId));
  if (!verificationId || !opened) throw new Error(REFUSALS.unknown);
  const earlier = await findEarlierRequeue(db, verificationId, {
    sealed: opened.sealed,
    note: maskText(text, opened.subject),
  });
  if (earlier !== undefined && opened.status !== 'manual_review')
    return `Nothing has changed: ${request} was requeued with this note at ${earlier.toISOString()}.`;
  // The same run, of which nobody heard: what the provider confirmed then covers no call that was made since.
  if (earlier !== undefined && confirmed) throw new Error(requeuedBefore(earlier));
  const command = {
    cases: [{ verificationId, note: sealNote(opened, text) }],
    providerConfirmedNoCharge: confirmed,
    providerDocument: document && maskText(document, opened.subject),
    ...(revoke && { revoke }),
  };
  const result = await db.transaction((sql) => requeueReviews(sql, command, { userId: null }));
  const refusal = result.kind === 'refused' ? result.refusals[0] : undefined;
  if (refusal === undefined) return `Requeued ${request}: a worker takes it within a minute.`;
  const { reason, until } = refusal;
  throw new Error(REFUSALS[reason] + (until === undefined ? '' : ` Not before ${until.toISOString()}.`));
}

const REFUSALS: Readonly<Record<RequeueRefusal, string>> = {
  unknown: 'The verification does not exist, or its personal data has been erased.',
  not_in_review: 'The verification is not in manual review.',
  taken: 'Bug: a command does not mind who works on the case.',
  may_have_been_received: `The provider may have received a call for it. Use --${CONFIRMED} only if the provider has confirmed that it charges nothing.`,
  unknown_history:
    'This database has not been adopted, so no call can be written off: start a worker, or see the command adopt-history.',
  no_witness:
    'Redis does not answer, where the right to send a call is withdrawn before the call is written off.',
  calls_changed: 'Bug: a command writes off whatever there is.',
  may_still_be_sent: `The worker that had claimed a call for it may still send it: wait until that worker has ended, or has not been heard from for ${DEAD_AFTER_SECONDS} s.`,
};

function requeuedBefore(at: Date): string {
  return `The verification was requeued with this note at ${at.toISOString()}, and is in review again. If the provider has confirmed that it charges nothing for the calls since then, either, say so in another note.`;
}

interface OpenedVerification {
  status: string;
  clientId: string;
  subject: string;
  sealed: SealedVerification;
}

interface StoredVerification {
  id: string;
  client_id: string;
  data_key: Buffer;
  subject_sealed: Buffer;
  status: string;
}

/** Opens what is needed of a verification; undefined if there is none, or its data is erased. */
async function openVerification(
  db: Database,
  ring: Keyring,
  id: string,
): Promise<OpenedVerification | undefined> {
  const [row] = await db.query<StoredVerification>(
    'SELECT id, client_id, data_key, subject_sealed, status FROM verifications WHERE id = $1 AND erased_at IS NULL',
    [id],
  );
  if (row === undefined) return undefined;
  const sealed = new SealedVerification(ring, row);
  return { status: row.status, clientId: row.client_id, subject: sealed.subject(row.subject_sealed), sealed };
}

/** Seals the note. A subject in the text is masked, as on the review desk. */
function sealNote({ sealed, subject }: OpenedVerification, text: string): NewNote {
  const id = newId();
  return { id, sealed: sealed.sealNote(id, maskText(text, subject)) };
}
