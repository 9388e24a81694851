import type { RequestHandler } from 'express';
import { ofClient } from '../../shared/db/scope.js';
import type { EvidenceKey } from '../../shared/evidence/evidence-keys.js';
import type { ApiDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { clientIdOf, nameVerification } from '../http/context.js';
import { requestedId } from '../verifications/requested-id.js';
import { loadReceipt } from './load-receipt.js';
import { receiptClaims } from './receipt.js';

/** The issuer of receipts if no public address is set. */
const ISSUER = 'verification-service';

/** GET /api/v1/verifications/:id/receipt: what was consented to, signed for outsiders (contract 14). */
export function getReceipt({ db, config }: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const clientId = clientIdOf(res);
    const row = await loadReceipt(db.scoped(ofClient(clientId)), clientId, requestedId(req));
    if (row === undefined) throw notFound();
    nameVerification(res, row.verification_id);
    const claims = receiptClaims(row, config.publicUrl ?? ISSUER);
    // Set by hand: Express would add a charset, which a JWS does not have.
    res.setHeader('Content-Type', 'application/jwt');
    res.send(Buffer.from(signJws(config.evidenceKeys.current, 'consent-receipt+jwt', claims)));
  };
}

/** Signs claims as a compact JWS (RFC 7515, RFC 8037). The same claims and key always give the same text. */
function signJws(key: EvidenceKey, type: string, claims: object): string {
  const input = [{ alg: 'EdDSA', typ: type, kid: key.id }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${input}.${key.sign(Buffer.from(input)).toString('base64url')}`;
}
