import { type ApiError, unusableToken } from '../errors/catalogue.js';
import type { TokenClaims } from './access-token.js';
import type { Account } from './load-account.js';

/** The account of a token that is still valid, or the 401 that says why it is not. */
export type AccountAuthorisation = { ok: true; account: Account } | { ok: false; refusal: ApiError };

/**
 * What somebody is told whose account, or client, is suspended. Nothing records who suspended a member of a team: it may
 * have been an owner, who can then undo it.
 */
export function suspendedWords(account: Pick<Account, 'client_id' | 'client_suspended'>): string {
  const byTeam = account.client_id !== null && account.client_suspended !== true;
  return byTeam
    ? 'This account is suspended. Ask an owner of your team, or contact support.'
    : 'This account is suspended. Contact support.';
}

/** Authorises the account behind a token as just read. */
export function authoriseAccount(account: Account | undefined, claims: TokenClaims): AccountAuthorisation {
  if (account === undefined || account.token_revoked || account.token_version !== claims.tokenVersion) {
    return refuse('The access token is no longer valid: it was signed out, or the password was changed.');
  }
  if (claims.portal && account.session?.ended !== false) {
    return refuse('Your session has ended, because it was inactive or was ended elsewhere. Sign in again.');
  }
  if (account.suspended || account.client_suspended === true) {
    return refuse(suspendedWords(account));
  }
  if (account.scope !== claims.scope) {
    return refuse('The role of this account has changed. Sign in again.');
  }
  return { ok: true, account };
}

function refuse(message: string): AccountAuthorisation {
  return { ok: false, refusal: unusableToken(message) };
}
