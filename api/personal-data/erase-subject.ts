import type { RequestHandler } from 'express';
import { erasureProposal } from '../../shared/approvals/proposals.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { maskSubject } from '../../shared/domain/mask.js';
import { eraseSubject as erase } from '../../shared/erasure/erase-subject.js';
import { findSpellings } from '../../shared/erasure/find-spellings.js';
import type { WireErasure } from '../../shared/wire/personal-data.js';
import { proposeAct } from '../approvals/propose-act.js';
import type { StaffDeps } from '../deps.js';
import { auditActor } from '../http/context.js';
import { NOTHING_FOUND } from './nothing-found.js';
import { EraseSubjectBody, readSubjectRequest } from './requests.js';

/**
 * POST /api/v1/admin/clients/{id}/personal-data/erasures: erases what the client has on a subject (POPIA section 24,
 * GDPR article 17). Repeated, it erases only what was submitted since.
 */
export function eraseSubject(deps: Pick<StaffDeps, 'db' | 'config' | 'metrics'>): RequestHandler {
  const { db, config, metrics } = deps;
  return async (req, res) => {
    const { clientId, body, search } = readSubjectRequest(EraseSubjectBody, req, config);
    const keys = { keyring: config.encryptionKeys, indexKey: config.indexKey };
    const { hashes: subjectHashes } = await findSpellings(db, keys, clientId, search);
    const erasure = { id: newId(), clientId, subjectHashes, reason: body.reason };
    if (config.twoPeople) {
      await proposeAct(deps, erasureProposal(erasure, maskSubject(body.subject.trim())), req, res);
      return;
    }
    const { erased, waiting, batchRows } = await erase(db, erasure, auditActor(req, res));
    metrics.countErased('requested', erased.length);
    const result: WireErasure = {
      erasure_id: toPublicId('erasure', erasure.id),
      erased: erased.map((id) => toPublicId('verification', id)),
      waiting: waiting.map(({ id, status }) => ({ request_id: toPublicId('verification', id), status })),
      batch_rows: batchRows,
      searched_for: maskSubject(body.subject.trim()),
      ...(erased.length + waiting.length + batchRows === 0 && { message: NOTHING_FOUND }),
    };
    res.json(result);
  };
}
