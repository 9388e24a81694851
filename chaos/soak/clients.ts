import { createClients } from '../../harness/create-clients.js';
import type { Site } from '../../harness/site-servers.js';
import { tokenIssuer } from '../../harness/tokens.js';
import { withClient } from '../../harness/with-client.js';
import type { Mode } from '../../shared/domain/mode.js';
import { ask } from '../client/ask.js';
import type { Submitter } from '../client/submit.js';

/** Well within the hour for which a token is valid. */
const RENEW_AFTER_MS = 20 * 60_000;
/** As many as one request may add: more than a run can spend. */
const TEST_CREDITS = 100_000;

/** A client that submits, and can sign in again. */
export interface ClientOfRun extends Submitter {
  readonly clientId: string;
  newToken(mode?: Mode): string;
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
    const newToken = (mode?: Mode): string => issueToken({ userId, clientId, scope: 'client' }, mode);
    return { clientId, nextUrl, newToken, token: renewed(newToken, renewAfterMs) };
  });
}

/** Opens the test side of a client and fills its wallet. Throws if the API refuses. */
export async function openTestSide(client: ClientOfRun, renewAfterMs: number): Promise<Submitter> {
  const post = async (path: string, mode: Mode, body: object): Promise<void> => {
    const token = client.newToken(mode);
    const answer = await ask(client.nextUrl() + path, { token, method: 'POST', body });
    if (!answer || answer.status >= 300) throw new Error(`${path} was answered with ${answer?.status}`);
  };
  await post('/api/v1/me/mode', 'live', { mode: 'test' });
  await post('/api/v1/wallet/test-credits', 'test', { amount: TEST_CREDITS });
  return { nextUrl: client.nextUrl, token: renewed(() => client.newToken('test'), renewAfterMs) };
}

/** Returns the newest token, and gets another one once it is too old. */
function renewed(newToken: () => string, renewAfterMs: number): () => string {
  let token = newToken();
  let issuedAt = performance.now();
  return () => {
    if (performance.now() - issuedAt > renewAfterMs) {
      token = newToken();
      issuedAt = performance.now();
    }
    return token;
  };
}
