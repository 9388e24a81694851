import type { Proposed } from '../../shared/approvals/proposals.js';
import { propose } from '../../shared/approvals/propose.js';
import { settingsFrom } from '../../shared/config/environment.js';
import { readTwoPeople, type TwoPeople } from '../../shared/config/two-people.js';
import type { Database } from '../../shared/db/database.js';
import { User } from '../../shared/db/entities/index.js';
import { rowsOf } from '../../shared/db/rows.js';
import { newId, toPublicId } from '../../shared/domain/ids.js';
import { type Flags, optionalTextFlag } from './command.js';
import { UsageError } from './usage-error.js';

/** TWO_PEOPLE and APPROVAL_CREDITS, which apply to commands as they do to the API. Throws ConfigError. */
export function readRules(): TwoPeople {
  return settingsFrom(process.env, readTwoPeople);
}

/**
 * Proposes an act that takes two people in the name of an admin, and says so. Nothing is approved from a command line:
 * whoever could name one of the two could name the other as well. Throws UsageError if --as names no admin.
 */
export async function proposeInTheNameOf(db: Database, flags: Flags, proposed: Proposed): Promise<void> {
  const email = optionalTextFlag(flags, 'as')?.toLowerCase();
  const admin =
    email === undefined
      ? null
      : await rowsOf(db, User).findOne({
          select: { id: true },
          where: { email, role: 'admin', suspended: false },
        });
  if (admin === null) {
    throw new UsageError(
      'This needs two people (TWO_PEOPLE). Use --as with the e-mail address of the admin who proposes it; another admin approves it in the portal.',
    );
  }
  const id = newId();
  const standing = await db.transaction((sql) =>
    propose(sql, { ...proposed, id, proposedBy: admin.id }, { actor: 'system' }),
  );
  const name = toPublicId('approval', standing);
  // A move of credits under the same key is the same move; anything else has a reason of its own, which is not kept.
  console.log(
    standing === id || proposed.act === 'credits'
      ? `Proposed as ${name}: another admin has to approve it in the portal.`
      : `Already proposed as ${name}, whose reason stands instead of yours: another admin has to approve it in the portal.`,
  );
}
