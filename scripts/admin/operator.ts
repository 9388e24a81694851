import { userInfo } from 'node:os';
import { hasAtMost } from '../../shared/domain/characters.js';
import { isPlainText } from '../../shared/domain/plain-text.js';
import { type Flags, optionalTextFlag, refuseIdentityNumber } from './command.js';
import { UsageError } from './usage-error.js';

/** A flag of every command. */
export const AS_FLAG = { as: { type: 'string' } } as const;

const MAX_NAME_LENGTH = 100;

/**
 * Who runs the command, for the audit log: the name given in `--as`, or the system user, looking through sudo. Throws
 * UsageError if `--as` is not a name.
 */
export function operatorOf(flags: Flags): string {
  const given = optionalTextFlag(flags, 'as');
  if (given === undefined) {
    if (flags.as !== undefined) throw new UsageError('--as must name the person who runs the command.');
    return systemUser();
  }
  if (!hasAtMost(given, MAX_NAME_LENGTH) || !isPlainText(given)) {
    throw new UsageError(
      `--as must be a name or an e-mail address of at most ${MAX_NAME_LENGTH} characters.`,
    );
  }
  refuseIdentityNumber('as', given, 'audit log');
  return given;
}

function systemUser(): string {
  const { SUDO_USER: behindSudo } = process.env;
  if (process.getuid?.() === 0 && behindSudo) return behindSudo;
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
