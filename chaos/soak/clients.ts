import { createClients } from '../../harness/clients.js';
import type { Site } from '../../harness/site-servers.js';
import { tokenIssuer } from '../../harness/tokens.js';
import { withClient } from '../../harness/with-client.js';
import type { Submitter } from '../client/submit.js';

/** Well within the hour for which a token is valid. */
const RENEW_AFTER_MS = 20 * 60_000;

/** A client that submits, and can sign in again. */
export interface ClientOfRun extends Submitter {
  readonly clientId: string;
  newToken(): string;
}

/**
 * Creates clients that submit to the APIs in turn, and sign in again before their token expires, or after the given
 * number of milliseconds.
 */
export async function makeSubmitters(
  site: Site,
  count: number,
  nextUrl: () => string,
  renewAfterMs = RENEW_AFTER_MS,
): Promise<ClientOfRun[]> {
  await createClients(site, count);
  const users = await withClient(site.ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string; client_id: string }>('SELECT id, client_id FROM users');
    return rows;
  });
  const issueToken = tokenIssuer(site.environment);
  return users.map(({ id: userId, client_id: clientId }) => {
    const issue = (): string => issueToken({ userId, clientId, scope: 'client' });
    let token = issue();
    let issuedAt = performance.now();
    return {
      clientId,
      nextUrl,
      newToken: issue,
      token: () => {
        if (performance.now() - issuedAt > renewAfterMs) {
          token = issue();
          issuedAt = performance.now();
        }
        return token;
      },
    };
  });
}
