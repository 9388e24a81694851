import { issueToken, type TokenHolder } from '../api/auth/access-token.js';
import { readApiConfig } from '../shared/config/api.js';
import type { Environment } from './environment.js';

/**
 * Returns a function that signs people in without their password: it issues tokens like the API of this environment,
 * valid for an hour.
 */
export function tokenIssuer(environment: Environment): (holder: Omit<TokenHolder, 'tokenVersion'>) => string {
  const { jwtSecrets } = readApiConfig(environment);
  return (holder) => issueToken(jwtSecrets, { ...holder, tokenVersion: 0 });
}
