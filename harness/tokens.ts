import { issueToken, type TokenHolder } from '../api/auth/access-token.js';
import { readApiConfig } from '../shared/config/api.js';
import type { Environment } from './environment.js';

/** What signs people in without their password: tokens as the API of this environment issues them, good for an hour. */
export function tokenIssuer(environment: Environment): (holder: Omit<TokenHolder, 'tokenVersion'>) => string {
  const { jwtSecrets } = readApiConfig(environment);
  return (holder) => issueToken(jwtSecrets, { ...holder, tokenVersion: 0 });
}
