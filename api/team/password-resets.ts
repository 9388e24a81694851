import type { RequestHandler } from 'express';
import { liveReset } from '../../shared/accounts/live-links.js';
import { hashPassword, newPasswordFaults } from '../../shared/accounts/passwords.js';
import { neitherClockReached } from '../../shared/db/clocks.js';
import type { Sql } from '../../shared/db/database.js';
import { hashLinkToken } from '../../shared/mail/link-token.js';
import { stagePasswordReset } from '../../shared/mail/stage-mail.js';
import { ofAccount } from '../auth/account-scope.js';
import { addressGroup } from '../auth/address-group.js';
import type { HashSlots } from '../auth/hash-slots.js';
import { replacePassword } from '../auth/replace-password.js';
import type { ApiDeps } from '../deps.js';
import { linkEnded, mailNotConfigured, validationFailed } from '../errors/catalogue.js';
import { addressOf } from '../http/context.js';
import { validateRequest } from '../validation/validate-request.js';
import { linkBase } from './link-base.js';
import { ForgottenPasswordBody, ResetPasswordBody } from './requests.js';
import { countResetWishes } from './reset-limit.js';

type Deps = Pick<ApiDeps, 'db' | 'config' | 'redis'>;

/**
 * POST /api/v1/password-resets: sends a link to the owner of the address, if it belongs to an account. It only records
 * the request, in the same way for every address: the worker looks up the account, so that neither the answer nor its
 * timing reveals whether there is one.
 */
export function requestPasswordReset({ db, config, redis }: Deps): RequestHandler {
  const isWithinQuota = countResetWishes({ config, redis });
  return async (req, res) => {
    const { email } = validateRequest(ForgottenPasswordBody, req);
    if (config.mail === undefined) throw mailNotConfigured();
    if (await isWithinQuota(req.ip)) {
      await stagePasswordReset(db.scoped('staff'), email, { base: linkBase(config) });
    }
    res.status(202).json({ message: 'If an account with this address exists, an e-mail is on its way.' });
  };
}

interface Reset {
  id: string;
  user_id: string;
  client_id: string | null;
  email: string;
  token_version: number;
}

/** POST /api/v1/password-resets/complete: sets the new password, uses up the link and ends every session. */
export function completePasswordReset({ db }: Pick<ApiDeps, 'db'>, slots: HashSlots): RequestHandler {
  return async (req, res) => {
    const { token, new_password } = validateRequest(ResetPasswordBody, req);
    const reset = await findReset(db.scoped('sign_in'), token);
    if (reset === undefined) throw linkEnded();
    const faults = newPasswordFaults('new_password', new_password, reset.email);
    if (faults.length > 0) throw validationFailed(faults);
    const passwordHash = await slots.run(addressGroup(req.ip), () => hashPassword(new_password));
    const { user_id: userId, token_version: tokenVersion, client_id: clientId } = reset;
    // Concurrent resets: the account's version lets one through, which invalidates every other link of the account.
    const done = await ofAccount(db, clientId).transaction((sql) =>
      replacePassword(sql, { userId, tokenVersion, passwordHash, ipAddress: addressOf(req) }),
    );
    if (!done) throw linkEnded();
    res.status(204).end();
  };
}

async function findReset(sql: Sql, token: string): Promise<Reset | undefined> {
  const hash = hashLinkToken(token);
  if (hash === undefined) return undefined;
  const [reset] = await sql.query<Reset>(
    `SELECT r.id, r.user_id, r.client_id, u.email, u.token_version
     FROM password_resets r JOIN users u ON u.id = r.user_id
     WHERE r.token_hash = $1 AND ${liveReset(neitherClockReached('$2'))} AND NOT u.suspended`,
    [hash, new Date()],
  );
  return reset;
}
