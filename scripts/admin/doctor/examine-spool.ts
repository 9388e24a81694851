import { settingsFrom } from '../../../shared/config/environment.js';
import { readSpoolDir } from '../../../shared/config/worker.js';
import { findDiskFault } from '../../../worker/spool/spool.js';
import { countSpooled, type SpoolCount } from '../../../worker/spool/spooled-files.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Judges whether this machine's disk has paid answers that PostgreSQL does not have, and would take more. */
export async function examineSpool({ environment }: Surroundings): Promise<Judgement> {
  const folder = settingsFrom(environment, readSpoolDir);
  try {
    const judgement = judgeSpool(folder, await countSpooled(folder));
    const broken = judgement.state === 'fault' ? undefined : await findDiskFault(folder);
    return broken
      ? fault(broken.message, 'mend that: if PostgreSQL goes away before, paid answers may be lost')
      : judgement;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return ok(`${folder} is not there yet: the first worker that starts here creates it`);
    throw error;
  }
}

/** Judges the files in a folder. */
export function judgeSpool(folder: string, { waiting, setAside }: SpoolCount): Judgement {
  if (setAside > 0) {
    return fault(
      `${setAside} paid answers in ${folder} are set aside and not in PostgreSQL`,
      'the log of the worker says why, by file (runbook: AnswersKept); do not delete them',
    );
  }
  if (waiting === 0) return ok(`nothing is waiting in ${folder}`);
  return warning(
    `${waiting} paid answers are waiting in ${folder}`,
    'a worker settles them within a second once PostgreSQL is back: start one here',
  );
}
