import type { RequestHandler } from 'express';
import { createRecoveryCodes } from '../../shared/crypto/random-secrets.js';
import { RecoveryCode, SecondFactor } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { appendAudit } from '../../shared/evidence/append-audit.js';
import { stageMail } from '../../shared/mail/stage-mail.js';
import { ofOwnAccount } from '../auth/account-scope.js';
import { lockOwnAccount } from '../auth/lock-own-account.js';
import type { ApiDeps } from '../deps.js';
import { conflict, notFound } from '../errors/catalogue.js';
import { auditActor, identityOf, userOf } from '../http/context.js';
import { idInPath } from '../http/id-in-path.js';
import { NoFields } from '../validation/no-fields.js';
import { validateRequest } from '../validation/validate-request.js';
import { areStored, replaceCodes } from './add-factor.js';
import { loadFactors } from './list-factors.js';

/** DELETE /api/v1/me/second-factor/{factor_id}: removes a factor; the recovery codes go with the last one. */
export function removeFactor({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const id = idInPath(req, 'secondFactor', 'factor_id');
    const { id: userId, session } = userOf(res);
    /** Whether an earlier run of the transaction got as far as its commit. */
    let removed = false;
    await ofOwnAccount(db, res).transaction(async (sql) => {
      await lockOwnAccount(sql, res);
      const factors = await loadFactors(sql, userId);
      const factor = factors.find(({ factor_id }) => factor_id === toPublicId('secondFactor', id));
      if (factor === undefined) {
        // That commit stands, and only its answer was lost.
        if (removed) return;
        throw notFound();
      }
      if (factors.length === 1 && session.needsSecondFactor) {
        throw conflict(
          'Your account needs a second factor, and this is the only one. Set up another one first.',
        );
      }
      await rowsOf(sql, SecondFactor).delete({ id });
      if (factors.length === 1) await rowsOf(sql, RecoveryCode).delete({ userId });
      const data = { change: 'removed', factor: factor.kind };
      await stageMail(sql, { kind: 'factor_changed', userId, clientId: identityOf(res).liveClientId, data });
      await appendAudit(sql, {
        ...auditActor(req, res),
        action: 'user.second_factor_removed',
        target: toPublicId('user', userId),
        details: { kind: factor.kind },
      });
      removed = true;
    });
    res.status(204).end();
  };
}

/** POST /api/v1/me/second-factor/recovery-codes: issues ten new ones; the old ones become invalid. */
export function renewRecoveryCodes({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    validateRequest(NoFields, req);
    const { id: userId, session } = userOf(res);
    const { liveClientId: clientId } = identityOf(res);
    const codes = createRecoveryCodes();
    await ofOwnAccount(db, res).transaction(async (sql) => {
      await lockOwnAccount(sql, res);
      // An earlier run of this transaction may have got this far.
      if (await areStored(sql, userId, codes)) return;
      // Without one when the request arrived, no proof of one was asked for: whoever holds a stolen token could wait
      // for the first to be set up, and have codes that stand in for it.
      if (session.factors.length === 0 || (await loadFactors(sql, userId)).length === 0) {
        throw conflict('Recovery codes replace a second factor. Set up a second factor first.');
      }
      await replaceCodes(sql, { userId, clientId }, codes);
      await stageMail(sql, { kind: 'factor_changed', userId, clientId, data: { change: 'codes' } });
      const target = toPublicId('user', userId);
      await appendAudit(sql, { ...auditActor(req, res), action: 'user.recovery_codes_renewed', target });
    });
    res.status(201).json({ recovery_codes: codes });
  };
}
