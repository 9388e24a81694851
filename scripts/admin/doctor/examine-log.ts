import { settingsFrom } from '../../../shared/config/environment.js';
import { readLogOrigin } from '../../../shared/config/worker.js';
import type { LogState } from '../../../shared/db/entities/log.entity.js';
import type { RowOf } from '../../../shared/db/row-of.js';
import { LogWentBackError, mustContinue } from '../../../worker/log/log-memory.js';
import { openPublishedHeads } from '../../../worker/log/published-heads.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether the transparency log continues what workers have published of it. */
export async function examineLog({ environment, sql, redis }: Surroundings): Promise<Judgement> {
  const wanted = settingsFrom(environment, readLogOrigin);
  const origin = wanted ?? (await loadState(sql))?.origin;
  if (origin === undefined) return ok('nothing has been sealed yet');
  // Before the state: a worker seals first, and then notes what it has published.
  const published = await openPublishedHeads(await redis()).read(origin);
  const { size } = (await loadState(sql)) ?? { size: 0 };
  try {
    if (published !== undefined) await mustContinue(sql, published, { size });
    return ok(size === 0 ? 'nothing has been sealed yet' : `${size} entries`);
  } catch (error) {
    if (!(error instanceof LogWentBackError)) throw error;
    return fault(
      `${error.message}: nothing is sealed`,
      'correct DATABASE_URL if it leads to another database; if this one went back, see the runbook (LogContradicted) before it goes on under another LOG_ORIGIN',
    );
  }
}

async function loadState(sql: Surroundings['sql']): Promise<RowOf<LogState, 'origin' | 'size'> | undefined> {
  const [state] = await sql.query<RowOf<LogState, 'origin' | 'size'>>('SELECT origin, size FROM log_state');
  return state;
}
