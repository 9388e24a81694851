import { EnvironmentReader } from '../../../shared/config/environment.js';
import { readWitnesses, type WitnessAddress } from '../../../shared/config/worker.js';
import { describeNetwork } from '../../../shared/describe-network.js';
import { type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

const WITHIN_MS = 5_000;
/** Witnesses are shown every new checkpoint once a second. */
const BEHIND_SECONDS = 60;

/** Judges whether the witnesses of the log answer and have signed what is in it. None of them has to sign for that. */
export async function examineWitnesses({ environment, sql }: Surroundings): Promise<Judgement> {
  const reader = new EnvironmentReader(environment);
  const witnesses = readWitnesses(reader);
  reader.finish();
  if (witnesses.length === 0) return ok('WITNESS_URLS names none');
  const silent = (await Promise.all(witnesses.map(findSilence))).filter((reason) => reason !== undefined);
  if (silent.length > 0) {
    return warning(
      silent.join('; '),
      'the log goes on without their signatures, and they get the rest later: check WITNESS_URLS, and ask who runs them',
    );
  }
  const [behind] = await sql.query<{ unsigned: number }>(
    `SELECT size - cosigned_size AS unsigned FROM log_state
     WHERE cosigned_size < size AND sealed_at < now() - $1 * interval '1 second'`,
    [BEHIND_SECONDS],
  );
  if (behind === undefined) return ok(`${witnesses.length} answer and have signed the log`);
  return warning(
    `the witnesses answer, and the last ${behind.unsigned} entries of the log are signed by none`,
    'read why in the log lines of the workers about witnesses; `npm run witness` needs the present line of /log/vkey in WITNESS_LOGS',
  );
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
    return answers ? undefined : `${name} at ${url} answers like no witness: status ${status}`;
  } catch (error) {
    return `${name} at ${url} cannot be reached: ${reasonOf(error as Error)}`;
  }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return `no answer within ${WITHIN_MS / 1_000} s`;
  const { code = '' } = (cause ?? {}) as NodeJS.ErrnoException;
  return describeNetwork(code) ?? (code || message);
}
