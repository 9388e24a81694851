import { toPublicId } from '../../shared/domain/ids.js';
import { testSideOf } from '../../shared/domain/mode.js';
import { roleOf } from '../../shared/domain/roles.js';
import type { Identity, UserSession } from '../http/context.js';
import type { TokenClaims } from './access-token.js';
import type { Account } from './load-account.js';

/** Builds the identity of a user whose token and account were authorised. */
export function presentUser(
  account: Account,
  { jti, expiresAt, mode }: TokenClaims,
  channel: Identity['channel'],
  session: UserSession,
): Identity {
  const liveClientId = account.client_id;
  return {
    actor: toPublicId('user', account.id),
    user: {
      id: account.id,
      email: account.email,
      name: account.name,
      token: { jti, expiresAt },
      mustChangePassword: account.must_change_password,
      session,
    },
    apiKey: null,
    role: roleOf(account.scope, account.team_role),
    scope: account.scope,
    clientId: liveClientId !== null && mode === 'test' ? testSideOf(liveClientId) : liveClientId,
    liveClientId,
    clientName: account.client_name,
    channel,
  };
}
