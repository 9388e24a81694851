import { setTimeout as sleep } from 'node:timers/promises';
import { settingsFrom } from '../../../shared/config/environment.js';
import { readWitnesses, type WitnessAddress } from '../../../shared/config/worker.js';
import type { Sql } from '../../../shared/db/database.js';
import type { LogState } from '../../../shared/db/entities/log.entity.js';
import type { RowOf } from '../../../shared/db/row-of.js';
import { describeNetwork } from '../../../shared/describe-network.js';
import { type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

const WITHIN_MS = 5_000;
/** Witnesses are shown every new checkpoint once a second, by every worker. */
const SIGNED_WITHIN_MS = 3_000;
const PAUSE_MS = 300;

/** Judges whether the witnesses of the log answer, and whether any of them signs it. */
export async function examineWitnesses({ environment, sql }: Surroundings): Promise<Judgement> {
  const witnesses = settingsFrom(environment, readWitnesses);
  if (witnesses.length === 0) return ok('WITNESS_URLS names none');
  const silent = (await Promise.all(witnesses.map(findSilence))).filter((reason) => reason !== undefined);
  if (silent.length > 0) {
    return warning(
      silent.join('; '),
      'the log goes on without their signatures, and they get the rest later: check WITNESS_URLS, and ask who runs them',
    );
  }
  const { size, unsigned } = await waitForSignature(sql);
  if (size === 0) return ok(`${witnesses.length} answer; the log has no entries to sign yet`);
  if (unsigned === 0) return ok(`${witnesses.length} answer, and the log is signed by at least one`);
  return warning(
    `the witnesses answer, and the last ${unsigned} entries of the log are signed by none`,
    'read why in the log lines of the workers about witnesses; `npm run witness` needs the present line of /log/vkey in WITNESS_LOGS',
  );
}

/** How many of the present entries no witness signs within three seconds: a busy log always has newer ones. */
async function waitForSignature(sql: Sql): Promise<{ size: number; unsigned: number }> {
  const { size } = await loadHead(sql);
  const until = Date.now() + SIGNED_WITHIN_MS;
  for (;;) {
    const unsigned = Math.max(0, size - (await loadHead(sql)).cosigned_size);
    if (unsigned === 0 || Date.now() > until) return { size, unsigned };
    await sleep(PAUSE_MS);
  }
}

async function loadHead(sql: Sql): Promise<{ size: number; cosigned_size: number }> {
  const [head] = await sql.query<RowOf<LogState, 'size' | 'cosigned_size'>>(
    'SELECT size, cosigned_size FROM log_state',
  );
  return head ?? { size: 0, cosigned_size: 0 };
}

/** Asks for nothing, which a witness refuses as malformed (C2SP tlog-witness). Returns the reason if it does not. */
async function findSilence({ url, name }: WitnessAddress): Promise<string | undefined> {
  try {
    const { status } = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const answers = status >= 400 && status < 500 && status !== 404;
    return answers ? undefined : `${name} at ${url} does not answer like a witness: status ${status}`;
  } catch (error) {
    return `${name} at ${url} cannot be reached: ${reasonOf(error as Error)}`;
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `no answer within ${WITHIN_MS / 1_000} s`;
  const { code = '' } = (cause ?? {}) as NodeJS.ErrnoException;
  return describeNetwork(code) ?? (code || message);
}
