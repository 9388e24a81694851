import type { BenchClient } from './create-clients.js';
import { withClient } from './with-client.js';

/** Out of a hundred verifications, those of the first client; the others share the rest. */
const SHARE = 90;

/**
 * Fills the tables with a history, by SQL and without the triggers that check each row against others. One client owns
 * nine tenths of it. The newest `pending` verifications are pending, as are one in ten thousand before them; of the
 * others one in fifty is in review. There are a thousand different subjects, and the timestamps go back a minute each.
 */
export function insertHistory(
  superuserUrl: string,
  clients: readonly Pick<BenchClient, 'clientId'>[],
  rows: number,
  pending = 0,
): Promise<void> {
  return withClient(superuserUrl, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(`CREATE TEMP TABLE new (n integer, no integer, id uuid, check_id uuid, call_id uuid,
      client_id uuid, status text, at timestamptz)`);
    await client.query(NEW, [clients.map(({ clientId }) => clientId), rows, pending]);
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  });
}

// `no` numbers the verifications of each client, which evidence and ledger need without gaps.
const NEW = `
  INSERT INTO new
  SELECT n, row_number() OVER (PARTITION BY client_id ORDER BY n DESC), gen_random_uuid(), gen_random_uuid(),
    gen_random_uuid(), client_id,
    CASE WHEN n <= $3 OR n % 10000 = 0 THEN 'pending' WHEN n % 50 = 0 THEN 'manual_review' ELSE 'completed' END,
    now() - n * interval '1 minute'
  FROM (
    SELECT n, ($1::uuid[])[CASE WHEN n % 100 < ${SHARE} THEN 1 ELSE 2 + n % (array_length($1::uuid[], 1) - 1) END]
      AS client_id FROM generate_series(1, $2::integer) AS n
  ) AS numbered`;

const HASH = `decode(lpad(to_hex(n % 1000), 64, '0'), 'hex')`;
const SEALED = `decode(repeat('ab', 42), 'hex')`;
const DONE = `status = 'completed'`;
const OUTCOME = `(ARRAY['positive', 'positive', 'positive', 'negative', 'no_record'])[1 + n % 5]`;
const REVIEW = `CASE WHEN status = 'manual_review' THEN 'unclear_answer' END`;
const LABEL = `CASE WHEN ${DONE} THEN 'Identity number confirmed by the population register' END`;

const STATEMENTS = [
  `INSERT INTO verifications (id, client_id, idempotency_key, fingerprint, service_code, subject_type, subject_masked,
     subject_hash, data_key, subject_sealed, parameters_sealed, purpose, price_release, credits, credits_reserved,
     credits_charged, status, outcome, label, review_reason, correlation_id, created_at, completed_at)
   SELECT id, client_id, 'history-' || n, ${HASH}, (ARRAY['said_verification', 'address_lookup'])[1 + n % 2],
     'sa_id_number', '*********0071', ${HASH}, ${SEALED}, ${SEALED}, ${SEALED}, 'Screening before employment',
     '2026-09', 5, CASE WHEN ${DONE} THEN 0 ELSE 5 END, CASE WHEN ${DONE} THEN 5 ELSE 0 END, status,
     CASE WHEN ${DONE} THEN ${OUTCOME} END, ${LABEL}, ${REVIEW}, id::text, at, CASE WHEN ${DONE} THEN at END
   FROM new ORDER BY n DESC`,
  `INSERT INTO checks (id, client_id, verification_id, position, service_code, status, outcome, label, review_reason,
     details_sealed, rung_at, created_at, settled_at)
   SELECT check_id, client_id, id, 0, 'said_verification', status, CASE WHEN ${DONE} THEN ${OUTCOME} END, ${LABEL},
     ${REVIEW}, ${SEALED}, at, at, CASE WHEN status <> 'pending' THEN at END
   FROM new ORDER BY n DESC`,
  `INSERT INTO provider_calls (id, client_id, check_id, state, worker, started_at, deadline_at, finished_at, http_status,
     answer_sealed)
   SELECT call_id, client_id, check_id, CASE WHEN ${DONE} THEN 'answered' ELSE 'uncertain' END, 'history', at, at, at,
     200, ${SEALED}
   FROM new WHERE status <> 'pending' ORDER BY n DESC`,
  `INSERT INTO consent_evidence (client_id, evidence_no, verification_id, service_code, subject_hash, purpose,
     authority_confirmed, charge_approved, biometric_consent, credits, price_release, recorded_by, channel, recorded_at,
     previous_hash, hash)
   SELECT client_id, no, id, 'said_verification', ${HASH}, 'Screening before employment', true, true, false, 5,
     '2026-09', 'usr_00000000000000000000000000', 'api', at, ${HASH}, ${HASH}
   FROM new ORDER BY n DESC`,
  `INSERT INTO wallet_entries (client_id, entry_no, id, kind, amount, balance_delta, reserved_delta, balance_after,
     reserved_after, verification_id, created_at)
   SELECT client_id, 2 * no + place, gen_random_uuid(), kind, 5, balance_delta, reserved_delta, 1000000000, 5, id, at
   FROM new CROSS JOIN (VALUES (0, 'reserve', 0, 5), (1, 'charge', -5, -5))
     AS line (place, kind, balance_delta, reserved_delta)
   WHERE kind = 'reserve' OR ${DONE} ORDER BY n DESC, place`,
  `INSERT INTO audit_log (entry_no, recorded_at, actor, action, target, previous_hash, hash)
   SELECT row_number() OVER (ORDER BY n DESC), at, 'system', (ARRAY['subject.revealed', 'review.taken'])[1 + n % 2],
     id::text, ${HASH}, ${HASH}
   FROM new WHERE n % 5 = 0 ORDER BY n DESC`,
  `UPDATE wallets w SET last_entry_no = last.entry_no
   FROM (SELECT client_id, max(entry_no) AS entry_no FROM wallet_entries GROUP BY client_id) AS last
   WHERE w.client_id = last.client_id`,
];
