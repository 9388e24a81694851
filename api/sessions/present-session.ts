import { needsSecondFactor } from '../../shared/domain/second-factor.js';
import type { TokenClaims } from '../auth/access-token.js';
import type { Account } from '../auth/load-account.js';
import type { ApiDeps } from '../deps.js';
import type { Identity, UserSession } from '../http/context.js';
import { STEP_UP_SECONDS } from './limits.js';

/** What the request may assume about the sign-in behind its token. */
export function presentSession(
  { config }: Pick<ApiDeps, 'config'>,
  account: Account,
  claims: TokenClaims,
  channel: Identity['channel'],
): UserSession {
  const { session } = account;
  return {
    kind: channel,
    factors: account.second_factors,
    needsSecondFactor: needsSecondFactor(config.requireSecondFactor, {
      ofStaff: account.client_id === null,
      ofDemandingClient: account.client_demands_second_factor,
    }),
    tokenVersion: account.token_version,
    // A token of the previous release has no session: it stands for the password it was issued for.
    passwordFresh:
      session?.password_fresh ?? Date.now() - claims.issuedAt.getTime() < STEP_UP_SECONDS * 1_000,
    secondFactorFresh: session?.second_factor_fresh ?? false,
    secondFactorProved: session?.second_factor_proved ?? false,
  };
}
