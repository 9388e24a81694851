import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { filterOnly } from '../../shared/db/filter-only.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { maskSubject } from '../../shared/domain/mask.js';
import { findSpellings } from '../../shared/erasure/find-spellings.js';
import { type Actor, appendAudit } from '../../shared/evidence/append-audit.js';
import type { WireSubjectCount } from '../../shared/wire/personal-data.js';
import type { StaffDeps } from '../deps.js';
import { auditActor } from '../http/context.js';
import { NOTHING_FOUND } from './nothing-found.js';
import { EraseSubjectBody, readSubjectRequest } from './requests.js';

type Counts = Pick<WireSubjectCount, 'settled' | 'open' | 'batch_rows'>;

/**
 * POST /api/v1/admin/clients/{id}/personal-data/counts: how much an erasure of a subject would find. Whether a client
 * has checked someone is personal data itself, so the query is in the audit log with its reason.
 */
export function countSubject({ db, config }: Pick<StaffDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const { clientId, body, search } = readSubjectRequest(EraseSubjectBody, req, config);
    const keys = { keyring: config.encryptionKeys, indexKey: config.indexKey };
    const { hashes } = await findSpellings(db, keys, clientId, search);
    const counted = { clientId, hashes, reason: body.reason };
    const counts = await db.transaction((sql) => countAudited(sql, counted, auditActor(req, res)));
    const nothing = counts.settled + counts.open + counts.batch_rows === 0;
    const result: WireSubjectCount = {
      ...counts,
      approval_required: config.twoPeople,
      searched_for: maskSubject(body.subject.trim()),
      ...(nothing && { message: NOTHING_FOUND }),
    };
    res.json(result);
  };
}

async function countAudited(
  sql: Sql,
  { clientId, hashes, reason }: { clientId: string; hashes: readonly Buffer[]; reason: string },
  by: Actor,
): Promise<Counts> {
  const [counts] = await sql.query<Counts>(
    `SELECT count(*) FILTER (WHERE status = 'completed')::int AS settled,
       count(*) FILTER (WHERE status <> 'completed')::int AS open,
       (SELECT count(*)::int FROM batch_rows
        WHERE client_id = $1 AND subject_hash = ANY($2::bytea[]) AND state = 'ready') AS batch_rows
     FROM verifications WHERE ${filterOnly('client_id = $1')} AND subject_hash = ANY($2::bytea[])`,
    [clientId, hashes],
  );
  if (counts === undefined) throw new Error('Bug: a count without a row');
  const { settled, open, batch_rows: rows } = counts;
  await appendAudit(sql, {
    ...by,
    action: 'personal_data.counted',
    target: toPublicId('client', clientId),
    details: { reason, verifications: settled + open, ...(rows > 0 && { batch_rows: rows }) },
  });
  return counts;
}
