import type { Command } from './command.js';
import { examineAll, exitCodeOf } from './doctor/examine-all.js';
import type { Finding } from './doctor/judgement.js';

export const doctor: Command = {
  usage: '[--strict] [--json]',
  summary:
    'checks everything the service depends on, with the environment of a process, and changes nothing; exits with 0, or with 1 if there is a fault (--strict: or a warning)',
  flags: { strict: { type: 'boolean' }, json: { type: 'boolean' } },
  run: async (flags) => {
    const findings = await examineAll(process.env);
    const lines = flags.json === true ? [JSON.stringify(findings)] : findings.map(present);
    for (const line of lines) console.log(line);
    return exitCodeOf(findings, flags.strict === true);
  },
};

/** One line per subject, for people and for grep. */
function present(finding: Finding): string {
  const line = `${finding.state.padEnd(7)}  ${finding.subject.padEnd(17)}  ${finding.found}`;
  return finding.state === 'ok' ? line : `${line} → ${finding.remedy}`;
}
