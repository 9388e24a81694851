import type { Site } from '../../harness/site-servers.js';
import { withClient } from '../../harness/with-client.js';
import { fromPublicId } from '../../shared/domain/ids.js';

/** Counts the public ids of acknowledged verifications that are not in the database exactly once. */
export async function missingIds(site: Site, publicIds: readonly string[]): Promise<number> {
  const ids = new Set(publicIds.map((id) => fromPublicId('verification', id)));
  const found = await withClient(site.ownerUrl, async (client) => {
    const { rows } = await client.query<{ found: number }>(
      `SELECT count(*)::int AS found FROM verifications v JOIN wallet_entries e ON e.verification_id = v.id
         JOIN consent_evidence c ON c.verification_id = v.id
       WHERE e.kind = 'reserve' AND v.id = ANY($1::uuid[])`,
      [[...ids]],
    );
    return rows[0]?.found ?? 0;
  });
  return publicIds.length - found;
}
