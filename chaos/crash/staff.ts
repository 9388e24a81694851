import type { Site } from '../../harness/site-servers.js';
import { tokenIssuer } from '../../harness/tokens.js';
import { withClient } from '../../harness/with-client.js';
import { newId } from '../../shared/domain/ids.js';

/** Creates a support user or an admin; returns a token. */
export async function createStaff(site: Site, role: 'support' | 'admin'): Promise<string> {
  const userId = newId();
  await withClient(site.ownerUrl, (client) =>
    client.query(`INSERT INTO users (id, email, password_hash, role) VALUES ($1, $2, 'none', $3)`, [
      userId,
      `${role}@example.test`,
      role,
    ]),
  );
  return tokenIssuer(site.environment)({ userId, clientId: null, scope: role });
}
