import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { needsSecondFactor } from '../../shared/domain/second-factor.js';
import type { ApiDeps } from '../deps.js';
import { unauthorized } from '../errors/catalogue.js';
import { noteDevice } from '../sessions/note-device.js';
import { type NewSession, openSession, purgeSessions } from '../sessions/open-session.js';
import { issueToken, TOKEN_LIFETIME_SECONDS } from './access-token.js';
import { ofAccount } from './account-scope.js';
import type { Person } from './person.js';
import { isSameOrigin } from './same-origin.js';
import type { SignedIn } from './schemas.js';
import { setSessionCookie } from './session-cookie.js';

/** A sign-in about to be completed. */
export interface SignIn {
  person: Person;
  session: 'cookie' | undefined;
  proved: NewSession['proved'];
  /** Checks, and uses up, what must hold in the transaction that opens the session; throws if it does not. */
  verify?(sql: Sql): Promise<void>;
}

/** Opens a new session for every sign-in, whatever the browser sent, and answers with its token. */
export async function completeSignIn(
  deps: Pick<ApiDeps, 'db' | 'config'>,
  signIn: SignIn,
  req: Request,
  res: Response,
): Promise<void> {
  const { person, session, proved, verify } = signIn;
  const portal = session === 'cookie';
  if (portal) refuseForeignPage(req, deps.config);
  const id = randomUUID();
  await ofAccount(deps.db, person.client_id).transaction(async (sql) => {
    // An earlier run of this transaction may have got this far.
    if ((await sql.query('SELECT FROM sessions WHERE id = $1', [id])).length > 0) return;
    await verify?.(sql);
    await openSession(sql, { id, kind: portal ? 'portal' : 'api', user: person, proved }, req);
    await noteDevice(sql, person, req);
  });
  await noteSignIn(deps, person);
  await purgeSessions(deps.db.scoped('staff')).catch(() => undefined);
  const token = issueToken(
    deps.config.jwtSecrets,
    {
      userId: person.id,
      clientId: person.client_id,
      scope: person.scope,
      tokenVersion: person.token_version,
    },
    { jti: id, portal },
  );
  if (portal) setSessionCookie(res, deps.config, token, TOKEN_LIFETIME_SECONDS);
  res.json(presentSignIn(deps, person, portal ? undefined : token));
}

/** Shows the team who still signs in. A failure to record it does not fail the sign-in. */
async function noteSignIn({ db }: Pick<ApiDeps, 'db'>, { id, client_id }: Person): Promise<void> {
  await ofAccount(db, client_id)
    .query('UPDATE users SET last_seen_at = now() WHERE id = $1', [id])
    .catch(() => undefined);
}

/** A page of another site must not sign anyone in here under an account of its choice (login CSRF). */
function refuseForeignPage(req: Request, config: ApiDeps['config']): void {
  if (req.headers.origin === undefined || isSameOrigin(req, config)) return;
  throw unauthorized(
    'A cookie session can only be started from a page of this host, but the Origin header names another one.',
  );
}

function presentSignIn(
  { config }: Pick<ApiDeps, 'config'>,
  person: Person,
  token: string | undefined,
): SignedIn {
  const demanded = needsSecondFactor(config.requireSecondFactor, {
    ofStaff: person.client_id === null,
    ofDemandingClient: person.client_demands_second_factor,
  });
  return {
    ...(token !== undefined && { access_token: token, token_type: 'Bearer' }),
    expires_in: TOKEN_LIFETIME_SECONDS,
    scope: person.scope,
    ...(person.must_change_password && { must_change_password: true }),
    ...(demanded && person.second_factors.length === 0 && { must_set_up_second_factor: true }),
  };
}
