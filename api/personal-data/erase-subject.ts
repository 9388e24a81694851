import type { RequestHandler } from 'express';
import { eraseSubject as erase } from '../../shared/commands/erase-subject.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import type { WireErasure } from '../../shared/wire/personal-data.js';
import type { ApiDeps } from '../deps.js';
import { auditActor } from '../http/context.js';
import { EraseSubjectBody, readSubjectRequest } from './requests.js';

/**
 * POST /api/v1/admin/clients/{id}/personal-data/erasures: erases what the client has of a subject (POPIA section 24,
 * GDPR article 17). Sent again it finds what was submitted since, and no more.
 */
export function eraseSubject({ db, config }: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const { clientId, body, search } = readSubjectRequest(EraseSubjectBody, req, config);
    const erasure = { id: newId(), clientId, subjectHashes: search.hashes, reason: body.reason };
    const { erased, waiting } = await erase(db, erasure, auditActor(req, res));
    const result: WireErasure = {
      erasure_id: toPublicId('erasure', erasure.id),
      erased: erased.map((id) => toPublicId('verification', id)),
      waiting: waiting.map(({ id, status }) => ({ request_id: toPublicId('verification', id), status })),
    };
    res.json(result);
  };
}
