import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { findSpellings } from '../../shared/erasure/find-spellings.js';
import { recordAccess } from '../access-log/record-access.js';
import type { StaffDeps } from '../deps.js';
import { auditActor } from '../http/context.js';
import { whileAllowed } from '../http/while-allowed.js';
import { ExportSubjectBody, readSubjectRequest } from './requests.js';
import { writeExport } from './write-export.js';

/**
 * POST /api/v1/admin/clients/{id}/personal-data/exports: everything the client holds on a subject (POPIA section 23,
 * GDPR article 15). An aborted answer is incomplete JSON, so that nobody takes it for complete.
 */
export function exportSubject(deps: Pick<StaffDeps, 'db' | 'config' | 'accessLog'>): RequestHandler {
  const { db, config } = deps;
  return async (req, res) => {
    const { clientId, body, search } = readSubjectRequest(ExportSubjectBody, req, config);
    const keys = { keyring: config.encryptionKeys, indexKey: config.indexKey };
    const request = {
      clientId,
      subject: body.subject,
      search: await findSpellings(db, keys, clientId, search),
      reason: body.reason,
      includeAnswers: body.include_answers === true,
    };
    const { opened, document } = await writeExport(
      { db, keyring: config.encryptionKeys },
      request,
      auditActor(req, res),
    );
    await Promise.all(
      opened.map((verificationId) =>
        recordAccess(deps, req, res, { clientId, act: 'export', verificationId }),
      ),
    );
    res.attachment('personal-data.json').type('application/json');
    await pipeline(Readable.from(whileAllowed(res, document)), res).catch((error: unknown) => {
      // The caller disconnected, which is no bug of ours.
      if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  };
}
