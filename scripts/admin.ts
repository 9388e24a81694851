import { parseArgs } from 'node:util';
import { nameOperator } from '../shared/evidence/append-audit.js';
import { adoptHistory } from './admin/adopt-history.js';
import { approveErasures } from './admin/approve-erasures.js';
import { callBackErasures } from './admin/call-back-erasures.js';
import type { Command, Flags } from './admin/command.js';
import { createAdmin } from './admin/create-admin.js';
import { doctor } from './admin/doctor.js';
import { eraseSubject } from './admin/erase-subject.js';
import { exportSubject } from './admin/export-subject.js';
import { grantCredits } from './admin/grant-credits.js';
import { lostRequests } from './admin/lost-requests.js';
import { noticeLostOutput } from './admin/notice-lost-output.js';
import { AS_FLAG, operatorOf } from './admin/operator.js';
import { quarantine } from './admin/quarantine.js';
import { requeue } from './admin/requeue.js';
import { resetPassword } from './admin/reset-password.js';
import { resetSecondFactor } from './admin/reset-second-factor.js';
import { rotateKeys } from './admin/rotate-keys.js';
import { suspend } from './admin/suspend.js';
import { describeFailure } from './admin/unknown-outcome.js';
import { UsageError } from './admin/usage-error.js';
import { verifyEvidence, verifyLedger } from './admin/verify.js';
import { verifyRestore } from './admin/verify-restore.js';

/**
 * Commands that must work when nobody can sign in. Everything they do is recorded in the audit log, under `system` and
 * the person who runs them.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  'create-admin': createAdmin,
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  suspend,
  'grant-credits': grantCredits,
  requeue,
  quarantine,
  'adopt-history': adoptHistory,
  'lost-requests': lostRequests,
  doctor,
  'verify-evidence': verifyEvidence,
  'verify-ledger': verifyLedger,
  'verify-restore': verifyRestore,
  'rotate-keys': rotateKeys,
  'erase-subject': eraseSubject,
  'export-subject': exportSubject,
  'approve-erasures': approveErasures,
  'call-back-erasures': callBackErasures,
};

noticeLostOutput();
const given = process.argv.slice(2);
try {
  if (given.some((word) => word === '--help' || word === '-h')) console.log(usage(given[0]));
  else process.exitCode = await run(given);
} catch (error) {
  const message = describeFailure(error);
  console.error(error instanceof UsageError ? `${message}\n\n${usage(given[0])}` : message);
  process.exitCode = 1;
}

async function run(words: readonly string[]): Promise<number | undefined> {
  const { command, flags } = parseCommand(words);
  nameOperator(operatorOf(flags));
  return command.run(flags);
}

function parseCommand([name = '', ...args]: readonly string[]): { command: Command; flags: Flags } {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new UsageError(name === '' ? 'No command given.' : `Unknown command: ${name}.`);
  }
  try {
    const options = { ...command.flags, ...AS_FLAG };
    const { values, tokens } = parseArgs({ args, options, tokens: true });
    refuseRepeated(tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])));
    return { command, flags: values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Which of two clients, amounts or reasons was meant is for a person to say: the parser would take the last. */
function refuseRepeated(names: readonly string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`--${repeated} is given more than once.`);
}

/** How to use one command, so that it stays on the screen; or all, unless there is such a command. */
function usage(given = ''): string {
  const command = Object.hasOwn(COMMANDS, given) ? COMMANDS[given] : undefined;
  if (command !== undefined) {
    return `Usage: npm run admin -- ${`${given} ${command.usage}`.trim()} [--as NAME]\n\n${command.summary}\n\nnpm run admin -- --help lists all commands.`;
  }
  const lines = Object.entries(COMMANDS).map(
    ([name, { usage: flags, summary }]) => `  ${`${name} ${flags}`.trim()}\n      ${summary}`,
  );
  return `Usage: npm run admin -- <command> [--as NAME], on the database of DATABASE_URL\n\n--as names the person running it, for the audit log; the default is the operating system user.\n\n${lines.join('\n')}`;
}
