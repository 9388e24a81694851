import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { findConsent } from '../../shared/log/proofs.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { clientIdOf, nameVerification } from '../http/context.js';
import { loadVersions } from '../verifications/load-verification.js';
import { requestedId } from '../verifications/requested-id.js';
import { sendProof } from './send-proof.js';

/** GET /api/v1/verifications/:id/evidence.tlog-proof: proves that the consent is in the log (contract 14). */
export function getProof({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const key = { clientId: clientIdOf(res), id: requestedId(req) };
    const own = db.scoped(ofClient(key.clientId));
    const [verification] = await loadVersions(own, [key]);
    if (verification === undefined) throw notFound();
    nameVerification(res, verification.id);
    await sendProof(own, res, async () => {
      const index = await findConsent(own, key.clientId, key.id);
      return index === undefined ? undefined : { index };
    });
  };
}
