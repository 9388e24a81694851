import { CLOCK_TOLERANCE_MS, clockDifferenceMs, clocksAgree } from '../../../shared/db/clocks.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges PostgreSQL's clock against that of this machine. */
export async function examineClocks({ sql }: Surroundings): Promise<Judgement> {
  return judgeClocks(await clockDifferenceMs(sql));
}

/** Judges by how many milliseconds PostgreSQL is ahead. */
export function judgeClocks(differenceMs: number): Judgement {
  const seconds = (Math.abs(differenceMs) / 1_000).toFixed(1);
  const found = `PostgreSQL is ${seconds} s ${differenceMs < 0 ? 'behind' : 'ahead of'} this machine`;
  if (clocksAgree(differenceMs)) return ok(found);
  return fault(
    `${found}, and at most ${CLOCK_TOLERANCE_MS / 1_000} s are tolerated: nothing is erased or given up until they agree`,
    'restart the time service of the wrong one (runbook: ClocksDisagree)',
  );
}
