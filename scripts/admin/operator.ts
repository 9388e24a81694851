import { userInfo } from 'node:os';
import { hasAtMost } from '../../shared/domain/characters.js';
import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import { isPlainText } from '../../shared/domain/plain-text.js';
import { type Flags, optionalTextFlag } from './command.js';
import { UsageError } from './usage-error.js';

/** The flag that every command has. */
export const AS_FLAG = { as: { type: 'string' } } as const;

const LONGEST_NAME = 100;

/**
 * Who runs the command, for the audit log: whom `--as` names, or the user of the system who does, also by way of sudo.
 * Throws UsageError when `--as` is no name.
 */
export function operatorOf(flags: Flags): string {
  const given = optionalTextFlag(flags, 'as');
  if (given === undefined) {
    if (flags.as !== undefined) throw new UsageError('--as must name the person who runs the command.');
    return systemUser();
  }
  if (!hasAtMost(given, LONGEST_NAME) || !isPlainText(given)) {
    throw new UsageError(`--as must be a name or an e-mail address of at most ${LONGEST_NAME} characters.`);
  }
  if (holdsIdentityNumber(given, { separated: true })) {
    throw new UsageError('--as must not be an identity number, because the audit log keeps it permanently.');
  }
  return given;
}

function systemUser(): string {
  const { SUDO_USER: behindSudo } = process.env;
  if (process.getuid?.() === 0 && behindSudo) return behindSudo;
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
