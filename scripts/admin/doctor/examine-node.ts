import { judgeRelease, type MaintainedUntil } from './judge-release.js';
import type { Judgement } from './judgement.js';

/** https://github.com/nodejs/release: release lines with long-term support. */
const MAINTAINED_UNTIL: MaintainedUntil = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' };

/** Judges the Node version of this command: run it on the same machine, and as the same user, as the processes. */
export async function examineNode(): Promise<Judgement> {
  return judgeRelease('Node.js', process.versions.node, MAINTAINED_UNTIL, new Date());
}
