import { ConfigError, type Environment } from '../../../shared/config/environment.js';
import { withinTime } from '../../../shared/within-time.js';
import { type Finding, fault, type Judgement } from './judgement.js';
import { SUBJECTS } from './subjects.js';
import { openSurroundings, type Surroundings } from './surroundings.js';

/** A hanging server blocks a statement for five seconds, and those queued behind it for three more. */
const LIMIT_MS = 10_000;

/**
 * Examines every subject at once, using the environment of the processes. A subject that cannot be reached, or does not
 * answer within ten seconds, is a fault with the reason. Never throws.
 */
export async function examineAll(environment: Environment): Promise<Finding[]> {
  const surroundings = openSurroundings(environment);
  try {
    return await Promise.all(
      Object.entries(SUBJECTS).map(async ([subject, examine]) => ({
        subject,
        ...(await examineOne(examine, surroundings)),
      })),
    );
  } finally {
    await surroundings.close();
  }
}

/** 0 if there is nothing to do, 1 if something is a fault; with `strict` a warning counts as one. */
export function exitCodeOf(findings: readonly Finding[], strict: boolean): number {
  return findings.some(({ state }) => state === 'fault' || (strict && state === 'warning')) ? 1 : 0;
}

async function examineOne(
  examine: (on: Surroundings) => Promise<Judgement>,
  on: Surroundings,
): Promise<Judgement> {
  try {
    return await withinTime(examine(on), LIMIT_MS);
  } catch (error) {
    return fault(`could not be checked: ${reasonOf(error)}`, 'fix it, then run doctor again');
  }
}

/** Messages of the drivers are fit for the person who runs this on the server; they contain no password. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
