import type { RequestHandler } from 'express';
import { hashPassword, newPasswordFaults, verifyPassword } from '../../shared/accounts/passwords.js';
import type { Sql } from '../../shared/db/database.js';
import { User } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import type { FieldFault } from '../../shared/domain/faults.js';
import type { ApiDeps } from '../deps.js';
import { unusableToken, validationFailed } from '../errors/catalogue.js';
import { addressOf, type SignedInUser, userOf } from '../http/context.js';
import { validateRequest } from '../validation/validate-request.js';
import { ofOwnAccount } from './account-scope.js';
import { type HashSlots, laneOf } from './hash-slots.js';
import { replacePassword } from './replace-password.js';
import { ChangePasswordRequest } from './requests.js';
import { clearSessionCookie } from './session-cookie.js';

/** POST /api/v1/me/password: sets a new password and invalidates every token of the account, including this one. */
export function changePassword(deps: ApiDeps, slots: HashSlots): RequestHandler {
  const { loginLimits: limits } = deps;
  return async (req, res) => {
    const request = validateRequest(ChangePasswordRequest, req);
    const user = userOf(res);
    const db = ofOwnAccount(deps.db, res);
    const attemptOn = ({ passwordHash }: { passwordHash: string }) => ({
      email: user.email,
      passwordHash,
      address: req.ip,
    });
    await limits.requireQuota(attemptOn(await loadCurrent(db, user)));
    const passwordHash = await slots.run(laneOf(res), async () => {
      const current = await loadCurrent(db, user);
      const attempt = attemptOn(current);
      await limits.requireQuota(attempt);
      const matches = await verifyPassword(current.passwordHash, request.current_password);
      if (!matches) await limits.countFailure(attempt);
      const faults = findFaults(request, user, matches);
      if (faults.length > 0) throw validationFailed(faults);
      return hashPassword(request.new_password);
    });
    // The version that the request arrived with: its token may have ended while it waited for its turn.
    const { tokenVersion } = user.session;
    const replaced = await db.transaction((sql) =>
      replacePassword(sql, { userId: user.id, tokenVersion, passwordHash, ipAddress: addressOf(req) }),
    );
    if (!replaced) throw tokenDead();
    clearSessionCookie(res, deps.config);
    res.status(204).end();
  };
}

async function loadCurrent(sql: Sql, { id }: SignedInUser) {
  const current = await rowsOf(sql, User).findOne({ select: { passwordHash: true }, where: { id } });
  if (current === null) throw tokenDead();
  return current;
}

function findFaults(request: ChangePasswordRequest, user: SignedInUser, matches: boolean): FieldFault[] {
  const faults = newPasswordFaults('new_password', request.new_password, user.email);
  if (!matches) {
    faults.push({
      field: 'current_password',
      code: 'wrong_password',
      message: 'The current password is wrong.',
    });
  } else if (request.new_password === request.current_password) {
    faults.push({
      field: 'new_password',
      code: 'same_as_current',
      message: 'Must differ from the current password.',
    });
  }
  return faults;
}

/** Someone else changed the password in the meantime, or suspended the account. */
function tokenDead(): Error {
  return unusableToken('The access token is no longer valid: the account has changed. Sign in again.');
}
