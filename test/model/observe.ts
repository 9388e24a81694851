import type { Sql } from '../../shared/db/database.js';
import { loadPendingChecks } from '../../worker/checks/pending-check.js';
import { type ModelState, type ModelVerification, possibleCall, sumsOf } from './model/state.js';
import type { World } from './world.js';

interface SeenCheck {
  status: string;
  outcome: string | null;
  reason: string | null;
  /** In words, sorted: `uncertain, answered, found positive`. */
  calls: string[];
  /** Calls before the next one, if the check may be called. */
  callable: number | null;
}

interface SeenVerification {
  status: string;
  outcome: string | null;
  reason: string | null;
  credits: number;
  reserved: number;
  charged: number;
  version: number;
  holder: string | null;
  evidence: number;
  checks: Record<string, SeenCheck>;
}

/** Everything about a life that can be observed from outside. */
export interface Seen {
  /** Entries as `reserve 5 <verification>`, in their order, with the balance and reservation they left behind. */
  wallets: Record<string, { balance: number; reserved: number; entries: string[] }>;
  verifications: Record<string, SeenVerification>;
}

/** What the model expects to be observed. */
export function expected(state: ModelState): Seen {
  return {
    wallets: Object.fromEntries(
      Object.entries(state.wallets).map(([client, entries]) => [
        client,
        {
          ...sumsOf(entries),
          entries: entries.map((entry, index) => {
            const after = sumsOf(entries.slice(0, index + 1));
            return entryInWords({ ...entry, ...after });
          }),
        },
      ]),
    ),
    verifications: Object.fromEntries(state.verifications.map((one) => [one.id, expectedOf(one)])),
  };
}

function expectedOf(verification: ModelVerification): SeenVerification {
  const { status, outcome, reason, credits, version, holder } = verification;
  const done = status === 'completed';
  const free = outcome === 'rejected' || outcome === 'closed';
  return {
    ...{ status, outcome, reason, credits, version, holder },
    reserved: done ? 0 : credits,
    charged: done && !free ? credits : 0,
    evidence: 1,
    checks: Object.fromEntries(
      verification.checks.map((check) => [
        check.id,
        {
          status: check.status,
          outcome: check.outcome,
          reason: check.reason,
          calls: check.calls.map(callInWords).sort(),
          callable:
            check.status === 'pending' && possibleCall(check) === undefined ? check.calls.length : null,
        },
      ]),
    ),
  };
}

function entryInWords(entry: {
  kind: string;
  amount: number;
  verification: string | null;
  balance: number;
  reserved: number;
}): string {
  const { kind, amount, verification, balance, reserved } = entry;
  return `${kind} ${amount} for ${verification}: ${balance} of which ${reserved} reserved`;
}

function callInWords(call: { state: string; answered: boolean; finding: string | null }): string {
  return `${call.state}${call.answered ? ', answered' : ''}${call.finding === null ? '' : `, found ${call.finding}`}`;
}

/** What the database says. */
export async function observe({ processes: [db], clients }: World): Promise<Seen> {
  const [wallets, entries, verifications, checks] = await Promise.all([
    db.query<{ client_id: string; balance: number; reserved: number }>(WALLETS, [clients]),
    db.query<EntryRow>(ENTRIES, [clients]),
    db.query<VerificationRow>(VERIFICATIONS, [clients]),
    observeChecks(db, clients),
  ]);
  return {
    wallets: Object.fromEntries(
      wallets.map(({ client_id, ...sums }) => [
        client_id,
        { ...sums, entries: entries.filter((entry) => entry.client_id === client_id).map(entryInWords) },
      ]),
    ),
    verifications: Object.fromEntries(
      verifications.map(({ id, ...rest }) => [
        id,
        {
          ...rest,
          checks: Object.fromEntries(
            checks
              .filter(([verificationId]) => verificationId === id)
              .map(([, checkId, check]) => [checkId, check]),
          ),
        },
      ]),
    ),
  };
}

interface EntryRow {
  client_id: string;
  kind: string;
  amount: number;
  verification: string | null;
  balance: number;
  reserved: number;
}
type VerificationRow = Omit<SeenVerification, 'checks'> & { id: string };
interface CheckRow extends Omit<SeenCheck, 'calls' | 'callable'> {
  id: string;
  verification_id: string;
  calls: { state: string; answered: boolean; finding: string | null }[];
}

const WALLETS = 'SELECT client_id, balance, reserved FROM wallets WHERE client_id = ANY($1::uuid[])';

const ENTRIES = `
  SELECT client_id, kind, amount, verification_id AS verification, balance_after AS balance, reserved_after AS reserved
  FROM wallet_entries WHERE client_id = ANY($1::uuid[]) ORDER BY client_id, entry_no`;

const VERIFICATIONS = `
  SELECT v.id, v.status, v.outcome, v.review_reason AS reason, v.credits, v.credits_reserved AS reserved,
    v.credits_charged AS charged, v.version, r.taken_by AS holder,
    (SELECT count(*)::int FROM consent_evidence e WHERE e.verification_id = v.id) AS evidence
  FROM verifications v LEFT JOIN reviews r ON r.verification_id = v.id
  WHERE v.client_id = ANY($1::uuid[])`;

const CHECKS = `
  SELECT c.id, c.verification_id, c.status, c.outcome, c.review_reason AS reason, (
    SELECT coalesce(jsonb_agg(jsonb_build_object(
      'state', p.state, 'answered', p.answer_sealed IS NOT NULL, 'finding', f.outcome)), '[]')
    FROM provider_calls p LEFT JOIN late_findings f ON f.call_id = p.id WHERE p.check_id = c.id
  ) AS calls
  FROM checks c WHERE c.client_id = ANY($1::uuid[])`;

async function observeChecks(
  db: Parameters<typeof loadPendingChecks>[0] & Sql,
  clients: readonly string[],
): Promise<[verificationId: string, checkId: string, SeenCheck][]> {
  const rows = await db.query<CheckRow>(CHECKS, [clients]);
  const pending = await loadPendingChecks(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, verification_id, calls, ...check }, index) => [
    verification_id,
    id,
    { ...check, calls: calls.map(callInWords).sort(), callable: pending[index]?.earlier_calls ?? null },
  ]);
}
