import { violationsOfAccounts } from './violations/accounts.js';
import { violationsOfBatches } from './violations/batches.js';
import { violationsOfEvidence } from './violations/evidence.js';
import { violationsOfHistories } from './violations/histories.js';
import { violationsOfLedger } from './violations/ledger.js';
import { violationsOfLog } from './violations/log.js';
import { violationsOfOversight } from './violations/oversight.js';
import type { StandingRows, Violations } from './violations/statements.js';
import { violationsOfTeams } from './violations/team.js';
import { violationsOfVerifications } from './violations/verifications.js';
import { violationsOfWebhooks } from './violations/webhooks.js';

export type { StandingRows } from './violations/statements.js';

/**
 * For each CHECK and unique constraint of the schema, statements that it alone refuses: the invalid states that no
 * writer, program or person, may create.
 */
export function violationsOf(rows: StandingRows): Violations {
  return {
    ...violationsOfAccounts(rows),
    ...violationsOfLedger(rows),
    ...violationsOfLog(rows),
    ...violationsOfVerifications(rows),
    ...violationsOfEvidence(rows),
    ...violationsOfWebhooks(rows),
    ...violationsOfBatches(rows),
    ...violationsOfTeams(rows),
    ...violationsOfOversight(rows),
    ...violationsOfHistories(),
    workers_pkey: [`INSERT INTO workers (id) VALUES ('twice'), ('twice')`],
  };
}
