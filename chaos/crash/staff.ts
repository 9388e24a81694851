import { issueToken } from '../../api/auth/access-token.js';
import { withClient } from '../../harness/with-client.js';
import { readApiConfig } from '../../shared/config/api.js';
import { newId } from '../../shared/domain/ids.js';
import type { Site } from '../world/site.js';

/** Makes a person of support, or an admin; returns a token. */
export async function createStaff(site: Site, role: 'support' | 'admin'): Promise<string> {
  const { jwtSecrets } = readApiConfig(site.environment);
  const userId = newId();
  await withClient(site.ownerUrl, (client) =>
    client.query(`INSERT INTO users (id, email, password_hash, role) VALUES ($1, $2, 'none', $3)`, [
      userId,
      `${role}@example.test`,
      role,
    ]),
  );
  return issueToken(jwtSecrets, { userId, clientId: null, scope: role, tokenVersion: 0 });
}
