import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import type { TokenScope } from '../../shared/domain/roles.js';
import { DUMMY_HASH, verifyPassword } from '../../shared/passwords.js';
import type { ApiDeps } from '../deps.js';
import { unauthorized } from '../errors/catalogue.js';
import { validateRequest } from '../validation/validate-request.js';
import { issueToken, TOKEN_LIFETIME_SECONDS } from './access-token.js';
import type { HashSlots } from './hash-slots.js';
import type { LoginLimits } from './login-limits.js';
import { LoginRequest } from './requests.js';
import { setSessionCookie } from './session-cookie.js';

interface Candidate {
  id: string;
  client_id: string | null;
  password_hash: string;
  scope: TokenScope;
  suspended: boolean;
  must_change_password: boolean;
  token_version: number;
}

/** POST /api/v1/login: exchanges e-mail and password for an access token (contract 3). */
export function login(deps: ApiDeps, limits: LoginLimits, slots: HashSlots): RequestHandler {
  const accounts = deps.db.scoped('sign_in');
  return async (req, res) => {
    const { email, password, session } = validateRequest(LoginRequest, req);
    const attempt = { email, address: req.ip };
    // Before the slot, so that a limited caller costs nothing, and again in it, so that attempts sent all at once
    // cannot pass together.
    await limits.demandQuota(attempt);
    const user = await slots.run(async () => {
      await limits.demandQuota(attempt);
      const candidate = await verifyCredentials(accounts, email, password);
      if (candidate === undefined) await limits.countFailure(attempt);
      return candidate;
    });
    if (user === undefined) throw unauthorized('The e-mail address or the password is not right.');
    await limits.recordSuccess(attempt);
    // Told only to somebody who knows the password.
    if (user.suspended) throw unauthorized('This account is suspended. Contact support.');

    const token = issueToken(deps.config.jwtSecrets, {
      userId: user.id,
      clientId: user.client_id,
      scope: user.scope,
      tokenVersion: user.token_version,
    });
    if (session === 'cookie') setSessionCookie(res, deps.config, token, TOKEN_LIFETIME_SECONDS);
    res.json({
      ...(session === undefined && { access_token: token, token_type: 'Bearer' }),
      expires_in: TOKEN_LIFETIME_SECONDS,
      scope: user.scope,
      ...(user.must_change_password && { must_change_password: true }),
    });
  };
}

/** The user with this e-mail and password. An unknown e-mail takes the time of a wrong password. */
async function verifyCredentials(sql: Sql, email: string, password: string): Promise<Candidate | undefined> {
  const [user] = await sql.query<Candidate>(
    `SELECT u.id, u.client_id, u.password_hash, u.role AS scope, u.must_change_password, u.token_version,
            u.suspended OR COALESCE(c.suspended, false) AS suspended
     FROM users u LEFT JOIN clients c ON c.id = u.client_id WHERE u.email COLLATE "C" = $1`,
    [email],
  );
  const matches = await verifyPassword(user?.password_hash ?? DUMMY_HASH, password);
  return matches ? user : undefined;
}
