import { randomUUID } from 'node:crypto';
import { issueToken, type TokenHolder } from '../api/auth/access-token.js';
import { readApiConfig } from '../shared/config/api.js';
import type { Mode } from '../shared/domain/mode.js';
import type { Environment } from './environment.js';

/** Issues a token of one session of its own, on the side of the client that `mode` names, or on the live one. */
export type IssueToken = (holder: Omit<TokenHolder, 'tokenVersion'>, mode?: Mode) => string;

/**
 * Returns a function that signs people in without their password: it issues tokens like the API of this environment,
 * valid for an hour.
 */
export function tokenIssuer(environment: Environment): IssueToken {
  const { jwtSecrets } = readApiConfig(environment);
  return (holder, mode) =>
    issueToken(
      jwtSecrets,
      { ...holder, tokenVersion: 0 },
      { jti: randomUUID(), portal: false, ...(mode !== undefined && { mode }) },
    );
}
