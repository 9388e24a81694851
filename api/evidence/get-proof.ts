import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import { checkpointFor, findConsent, loadHead, tlogProof } from '../../shared/log/proofs.js';
import type { ApiDeps } from '../deps.js';
import { conflict, notFound } from '../errors/catalogue.js';
import { clientIdOf, judgeAgain, nameVerification } from '../http/context.js';
import { hangUpSignal } from '../http/hang-up.js';
import { loadVersions } from '../verifications/load-verification.js';
import { requestedId } from '../verifications/requested-id.js';

const LOOK_EVERY_MS = 150;
/** Longer than the log takes unless its workers are away. */
const LOOKS = 20;

/** GET /api/v1/verifications/:id/evidence.tlog-proof: that the consent is in the log (contract 14). */
export function getProof({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const key = { clientId: clientIdOf(res), id: requestedId(req) };
    const own = db.scoped(ofClient(key.clientId));
    const [verification] = await loadVersions(own, [key]);
    if (verification === undefined) throw notFound();
    nameVerification(res, verification.id);
    const hungUp = hangUpSignal(res);
    for (let look = 0; look < LOOKS && !hungUp.aborted; look += 1) {
      if (look > 0) await sleep(LOOK_EVERY_MS);
      const index = await findConsent(own, key.clientId, key.id);
      const head = index === undefined ? undefined : await loadHead(own);
      if (index === undefined || head === undefined) continue;
      if (look > 0) await judgeAgain(res);
      res.type('text/plain').send(await tlogProof(own, index, checkpointFor(head, index)));
      return;
    }
    if (hungUp.aborted) return;
    res.set('Retry-After', '1');
    throw conflict('The consent is recorded but not in the log yet. Ask again in a moment.');
  };
}
