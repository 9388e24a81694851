import { UsageError } from './usage-error.js';

/** What the command line gave for each flag. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** One subcommand of `npm run admin`. */
export interface Command {
  /** Its flags as the usage shows them, for example `--email E`. */
  usage: string;
  summary: string;
  flags: Readonly<Record<string, { type: 'string' | 'boolean' }>>;
  /** Returns the exit code, 0 unless it says otherwise. Throws with a message for a person when it cannot. */
  run(flags: Flags): Promise<number | undefined>;
}

/** The text of a flag. Throws UsageError when it is missing or empty. */
export function textFlag(flags: Flags, name: string): string {
  const value = optionalTextFlag(flags, name);
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** The text of a flag that may be left out. */
export function optionalTextFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
