import type { RequestHandler } from 'express';
import { ofClient } from '../../../shared/db/scope.js';
import { SealedVerification } from '../../../shared/db/sealed-verification.js';
import { recordAccess } from '../../access-log/record-access.js';
import type { ApiDeps } from '../../deps.js';
import { notFound } from '../../errors/catalogue.js';
import { clientIdOf, nameVerification } from '../../http/context.js';
import { loadVersions } from '../load-verification.js';
import { requestedId } from '../requested-id.js';
import { loadPhoto } from './load-photo.js';

/** GET /api/v1/verifications/:id/photo: the ID photograph of an identity check, for its client only (contract 4.4). */
export function getPhoto(deps: Pick<ApiDeps, 'db' | 'config' | 'accessLog'>): RequestHandler {
  const { db, config } = deps;
  return async (req, res) => {
    const key = { clientId: clientIdOf(res), id: requestedId(req) };
    const own = db.scoped(ofClient(key.clientId));
    const [verification] = await loadVersions(own, [key]);
    if (verification === undefined) throw notFound();
    nameVerification(res, verification.id);
    const row = await loadPhoto(own, key.clientId, key.id);
    if (row === undefined) throw notFound();
    await recordAccess(deps, req, res, { clientId: key.clientId, act: 'photo', verificationId: key.id });
    const photo = new SealedVerification(config.encryptionKeys, row).photo(row.check_id, row.photo_sealed);
    res.set('Cache-Control', 'no-store').type('image/jpeg').send(photo);
  };
}
