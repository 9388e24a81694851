import { hasAtMost } from '../../shared/domain/characters.js';
import { holdsIdentityNumber } from '../../shared/domain/personal-data.js';
import { isPlainText } from '../../shared/domain/plain-text.js';
import { UsageError } from './usage-error.js';

/** The values given for each flag. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** One subcommand of `npm run admin`. */
export interface Command {
  /** Its flags as shown in the usage, for example `--email E`. */
  usage: string;
  summary: string;
  flags: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** Returns the exit code; undefined means 0. Throws with a readable message if it fails. */
  run(flags: Flags): Promise<number | undefined>;
}

/** The text of a flag. Throws UsageError if it is missing or empty. */
export function textFlag(flags: Flags, name: string): string {
  const value = optionalTextFlag(flags, name);
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/**
 * The text of a flag that people will read: at most `max` characters, all of them visible (contract 17); with `lines`
 * it may have several lines. Throws UsageError.
 */
export function readableFlag(flags: Flags, name: string, max: number, { lines = false } = {}): string {
  const text = textFlag(flags, name);
  if (!hasAtMost(text, max)) throw new UsageError(`--${name} must have at most ${max} characters.`);
  if (isPlainText(text, { lines })) return text;
  throw new UsageError(
    `--${name} must not contain control characters, zero-width characters or characters that change the text direction.`,
  );
}

/** The text of an optional flag. */
export function optionalTextFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/**
 * Throws UsageError if the text of a flag, which the audit log or the ledger is to keep, contains an identity number.
 */
export function refuseIdentityNumber(name: string, text: string, keeper: 'audit log' | 'ledger'): void {
  if (!holdsIdentityNumber(text, { separated: true })) return;
  throw new UsageError(
    `--${name} must not contain an identity number, because the ${keeper} keeps it permanently.`,
  );
}
