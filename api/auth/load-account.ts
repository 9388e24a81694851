import type { Sql } from '../../shared/db/database.js';
import type { ClientRole, TokenScope } from '../../shared/domain/roles.js';
import type { FactorKind } from '../../shared/domain/second-factor.js';
import { batchedRead, byPlace } from '../http/batched-read.js';
import { ENDED, FRESH, RESTED } from '../sessions/limits.js';
import type { TokenClaims } from './access-token.js';

/** The account behind a token as it is at this moment. */
export interface Account {
  id: string;
  email: string;
  name: string | null;
  scope: TokenScope;
  /** Meaningful only for a client's people. */
  team_role: ClientRole;
  suspended: boolean;
  must_change_password: boolean;
  token_version: number;
  client_id: string | null;
  client_name: string | null;
  client_suspended: boolean | null;
  token_revoked: boolean;
  client_demands_second_factor: boolean;
  second_factors: FactorKind[];
  session: TokenSession | null;
}

/** The session of a token; it may be missing for an API token, and if it is for a portal token, it has ended. */
export interface TokenSession {
  ended: boolean;
  /** Its use is to be recorded again. */
  rested: boolean;
  seconds_left: number;
  password_fresh: boolean;
  second_factor_fresh: boolean;
  /** Whether a second factor was ever proved in it. */
  second_factor_proved: boolean;
}

/** A token and the account it is for. */
export type AccountKey = Pick<TokenClaims, 'userId' | 'jti'>;

/**
 * Looks up, for every request, everything that can end a token early. Deliberately not cached: a logout or suspension
 * on another API process takes effect with the very next request. Requests that arrive during a look-up share the next
 * one, so that a busy process makes a few hundred queries a second rather than thousands.
 */
export function createAccountReader(db: Sql): (key: AccountKey) => Promise<Account | undefined> {
  return batchedRead({
    read: (keys) => loadAccounts(db, keys),
    nameOf: ({ userId, jti }) => `${userId}/${jti}`,
    laneOf: ({ userId }) => userId,
  });
}

/** Reads the accounts behind tokens, in the order given. */
export async function loadAccounts(sql: Sql, keys: readonly AccountKey[]): Promise<(Account | undefined)[]> {
  const rows = await sql.query<Account & { place: number }>(
    `SELECT wanted.place::int, u.id, u.email, u.name, u.role AS scope, u.team_role, u.suspended,
            u.must_change_password, u.token_version, u.client_id, c.name AS client_name, c.suspended AS client_suspended,
            r.jti IS NOT NULL AS token_revoked, COALESCE(c.require_second_factor, false) AS client_demands_second_factor,
            ARRAY(SELECT DISTINCT f.kind::text FROM second_factors f WHERE f.user_id = u.id) AS second_factors,
            CASE WHEN s.id IS NOT NULL THEN jsonb_build_object(
              'ended', ${ENDED}, 'rested', ${RESTED},
              'seconds_left', floor(extract(epoch FROM s.expires_at - now())),
              'password_fresh', COALESCE(${FRESH('s.password_at')}, false),
              'second_factor_fresh', COALESCE(${FRESH('s.second_factor_at')}, false),
              'second_factor_proved', s.second_factor_at IS NOT NULL) END AS session
     FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS wanted (user_id, jti, place)
     JOIN users u ON u.id = wanted.user_id LEFT JOIN clients c ON c.id = u.client_id
     LEFT JOIN revoked_tokens r ON r.jti = wanted.jti
     LEFT JOIN sessions s ON s.id = wanted.jti`,
    [keys.map(({ userId }) => userId), keys.map(({ jti }) => jti)],
  );
  return byPlace(rows, keys.length).map(([account]) => account);
}
