import { askWitness, completeView } from '../../../shared/history/ask-witness.js';
import {
  judgeHistory,
  type Refusal,
  type Judgement as Verdict,
} from '../../../shared/history/judge-history.js';
import { readSituation } from '../../../shared/history/read-situation.js';
import { openWitness } from '../../../shared/witness/witness.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether the database is the adopted one, and whether the second witness belongs to it (contract 15). */
export async function examineHistory({ sql, redis }: Surroundings): Promise<Judgement> {
  const witness = openWitness(await redis());
  const asked = await askWitness(witness);
  const situation = await readSituation(sql, asked.state);
  return describeVerdict(judgeHistory(situation, await completeView(witness, asked, situation)));
}

const SEE = 'runbook: DatabaseNotAdopted';
const BY_A_WORKER = 'a worker does that within seconds: start one, or check its log';

/** Explains a verdict about the history to operators. */
export function describeVerdict(verdict: Verdict): Judgement {
  switch (verdict.kind) {
    case 'adopted':
      return ok('the database is the adopted one, and the witness matches it');
    case 'restarted':
      return ok('the database is the adopted one, on a server restarted since a worker last looked at it');
    case 'refused':
      return describeRefusal(verdict.why);
    case 'adopt':
      return fault(
        'the database was promoted, restored or copied, and is not adopted: nothing is called',
        `start a worker, which adopts it within seconds; after a restore, read Restoring in the runbook first (${SEE})`,
      );
    case 'begin':
      return warning(
        'the witness in Redis knows nothing of the database, or may have forgotten calls: it is new, or was restarted',
        BY_A_WORKER,
      );
    case 'record_epoch':
      return warning(
        'the witness in Redis has begun anew, and the database does not know it yet',
        BY_A_WORKER,
      );
    case 'name_lost':
      return warning(
        'the database is adopted, and what it may have lost has not been named yet',
        BY_A_WORKER,
      );
    case 'evicted':
      return warning(
        'Redis has evicted keys, perhaps calls that the witness knew: the witness begins anew',
        'set maxmemory-policy to noeviction; a worker does the rest within seconds: start one, or check its log',
      );
  }
}

function describeRefusal(why: Refusal): Judgement {
  return why === 'older_timeline'
    ? fault(
        'the server is on an older timeline than the adopted one, like a primary from before a failover: nothing is called',
        `point DATABASE_URL to the new primary, and isolate the old one (${SEE})`,
      )
    : fault(
        'the database belongs to a server that was never adopted, perhaps because the address is wrong: nothing is called',
        `correct DATABASE_URL or REDIS_URL; npm run admin -- adopt-history only where you are sure (${SEE})`,
      );
}
