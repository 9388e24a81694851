import { parseArgs } from 'node:util';
import { nameOperator } from '../shared/evidence/append-audit.js';
import type { Command, Flags } from './admin/command.js';
import { noticeLostOutput } from './admin/notice-lost-output.js';
import { AS_FLAG, operatorOf } from './admin/operator.js';
import { describeFailure } from './admin/unknown-outcome.js';
import { UsageError } from './admin/usage-error.js';
import { refuseRepeated } from './refuse-repeated.js';

/**
 * Commands that must work when nobody can sign in. Everything they do is recorded in the audit log, under `system` and
 * the person who runs them. Each is loaded when it is asked for: all of them take twice as long to start.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'create-admin': async () => (await import('./admin/create-admin.js')).createAdmin,
  'reset-password': async () => (await import('./admin/reset-password.js')).resetPassword,
  'reset-second-factor': async () => (await import('./admin/reset-second-factor.js')).resetSecondFactor,
  suspend: async () => (await import('./admin/suspend.js')).suspend,
  'grant-credits': async () => (await import('./admin/grant-credits.js')).grantCredits,
  requeue: async () => (await import('./admin/requeue.js')).requeue,
  quarantine: async () => (await import('./admin/quarantine.js')).quarantine,
  'adopt-history': async () => (await import('./admin/adopt-history.js')).adoptHistory,
  'lost-requests': async () => (await import('./admin/lost-requests.js')).lostRequests,
  doctor: async () => (await import('./admin/doctor.js')).doctor,
  'verify-evidence': async () => (await import('./admin/verify.js')).verifyEvidence,
  'verify-ledger': async () => (await import('./admin/verify.js')).verifyLedger,
  'verify-restore': async () => (await import('./admin/verify-restore.js')).verifyRestore,
  'rotate-keys': async () => (await import('./admin/rotate-keys.js')).rotateKeys,
  'erase-subject': async () => (await import('./admin/erase-subject.js')).eraseSubject,
  'export-subject': async () => (await import('./admin/export-subject.js')).exportSubject,
  'approve-erasures': async () => (await import('./admin/approve-erasures.js')).approveErasures,
  'call-back-erasures': async () => (await import('./admin/call-back-erasures.js')).callBackErasures,
};

noticeLostOutput();
const given = process.argv.slice(2);
try {
  if (given.some((word) => word === '--help' || word === '-h')) console.log(await usage(given[0]));
  else process.exitCode = await run(given);
} catch (error) {
  const message = describeFailure(error);
  console.error(error instanceof UsageError ? `${message}\n\n${await usage(given[0])}` : message);
  process.exitCode = 1;
}

async function run([name = '', ...args]: readonly string[]): Promise<number | undefined> {
  const command = await load(name);
  if (command === undefined) {
    throw new UsageError(name === '' ? 'No command given.' : `Unknown command: ${name}.`);
  }
  const flags = flagsOf(command, args);
  nameOperator(operatorOf(flags));
  return command.run(flags);
}

/** The command of this name, or undefined if there is none. */
async function load(name: string): Promise<Command | undefined> {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name]?.() : undefined;
}

function flagsOf(command: Command, args: readonly string[]): Flags {
  try {
    const options = { ...command.flags, ...AS_FLAG };
    const { values, tokens } = parseArgs({ args, options, tokens: true });
    refuseRepeated(tokens);
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** How to use one command, so that it stays on the screen; or all, unless there is such a command. */
async function usage(given = ''): Promise<string> {
  const command = await load(given);
  if (command !== undefined) {
    return `Usage: npm run admin -- ${`${given} ${command.usage}`.trim()} [--as NAME]\n\n${wrapped(command.summary)}\n\nnpm run admin -- --help lists all commands.`;
  }
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, loaded]) => {
      const { usage: flags, summary } = await loaded();
      return `  ${`${name} ${flags}`.trim()}\n${wrapped(summary, '      ')}`;
    }),
  );
  return `Usage: npm run admin -- <command> [--as NAME], on the database of DATABASE_URL\n\n--as names the person running it, for the audit log; the default is the operating system user.\n\n${lines.join('\n')}`;
}

/** Breaks a text where it would leave an ordinary terminal, which would begin the rest of it below the commands. */
function wrapped(text: string, indent = ''): string {
  return text.replace(/(.{1,90})(?:\s+|$)/g, `${indent}$1\n`).trimEnd();
}
