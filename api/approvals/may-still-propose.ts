import type { Sql } from '../../shared/db/database.js';
import { rolesFor } from '../../shared/domain/access.js';
import type { ApprovalAct } from '../../shared/domain/approvals.js';
import type { Role } from '../../shared/domain/roles.js';

/** Who may propose each act. Admins propose write-offs from the command line. */
const PROPOSERS: Readonly<Record<ApprovalAct, readonly Role[]>> = {
  credits: rolesFor('move_credits'),
  erasure: rolesFor('erase_personal_data'),
  requeue: [...rolesFor('work_reviews'), ...rolesFor('decide_approvals')],
};

/**
 * Whether the proposer of an act may still propose it. The act is performed in their name and takes two people at the
 * moment it is performed, which an account suspended since then is not. Waits for a suspension that is under way.
 */
export async function mayStillPropose(
  sql: Sql,
  { act, proposed_by }: { act: ApprovalAct; proposed_by: string },
): Promise<boolean> {
  const allowed = await sql.query(
    'SELECT FROM users WHERE id = $1 AND NOT suspended AND role = ANY($2::text[]) FOR SHARE',
    [proposed_by, PROPOSERS[act]],
  );
  return allowed.length > 0;
}
