import type { Sql } from '../../shared/db/database.js';
import type { Act } from '../../shared/domain/access.js';
import { type LiveKey, loadLiveKeys, unusableKey } from '../api-keys/load-live-keys.js';
import { type KeyUse, refuseUse } from '../api-keys/refuse-use.js';
import type { TokenClaims } from './access-token.js';
import { type Account, loadAccounts } from './load-account.js';

/** The sender of a request, according to its token; whether that still holds is for the database to say. */
export type Caller = UserCaller | { kind: 'api_key'; hash: Buffer; use: KeyUse };

interface UserCaller {
  kind: 'user';
  claims: TokenClaims;
  /**
   * What the request requires; authorised with the account, since another request with the same token may require
   * something else.
   */
  acts: readonly Act[];
  /** Returns why the account as read may not make this request; undefined if it may. */
  refusalOf(account: Account | undefined): Error | undefined;
}

/**
 * Authorises callers as they stand in this transaction, each once however many of their requests are in it. Returns the
 * 401 or 403 of each who may not proceed.
 */
export async function authoriseCallers(
  sql: Sql,
  callers: readonly Caller[],
): Promise<(caller: Caller) => Error | undefined> {
  const distinct = [...new Map(callers.map((caller) => [nameOfCaller(caller), caller])).values()];
  const users = distinct.filter((caller) => caller.kind === 'user');
  const keys = distinct.filter((caller) => caller.kind === 'api_key');
  const [accounts, liveKeys] = await Promise.all([
    users.length === 0
      ? []
      : loadAccounts(
          sql,
          users.map(({ claims }) => claims),
        ),
    keys.length === 0
      ? []
      : loadLiveKeys(
          sql,
          keys.map(({ hash }) => hash),
        ),
  ]);
  const refusals = [
    ...users.map((caller, index) => [caller, caller.refusalOf(accounts[index])] as const),
    ...keys.map((caller, index) => [caller, refusalOfKey(caller.use, liveKeys[index])] as const),
  ];
  const byName = new Map(refusals.map(([caller, refusal]) => [nameOfCaller(caller), refusal]));
  return (caller) => byName.get(nameOfCaller(caller));
}

/** A distinct name for each use of a token or key. */
function nameOfCaller(caller: Caller): string {
  if (caller.kind === 'user') return `${caller.claims.jti}/${caller.acts}`;
  return `${caller.hash.toString('hex')}/${caller.use.need}/${caller.use.address}`;
}

function refusalOfKey(use: KeyUse, key: LiveKey | undefined): Error | undefined {
  return key === undefined ? unusableKey() : refuseUse(key, use)?.error;
}
