import { type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** How long a loss is shown as something to act on: nothing records that clients have been informed. */
const SHOWN_DAYS = 7;

/** Judges whether acknowledged requests were found missing recently (contract 15). */
export async function examineLostRequests({ sql }: Surroundings): Promise<Judgement> {
  const [row] = await sql.query<{ total: number; recent: number }>(
    `SELECT count(*)::int AS total,
       count(*) FILTER (WHERE found_at > now() - make_interval(days => $1))::int AS recent
     FROM lost_requests`,
    [SHOWN_DAYS],
  );
  const { total = 0, recent = 0 } = row ?? {};
  if (recent === 0) return ok(total === 0 ? 'none' : `none recently, ${total} in total`);
  return warning(
    `${recent} acknowledged requests were found to be lost in the last ${SHOWN_DAYS} days, ${total} in total`,
    'npm run admin -- lost-requests lists them; notify their clients (runbook: RequestsLost)',
  );
}
