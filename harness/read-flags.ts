import { parseArgs } from 'node:util';

/** One flag of a command: what it takes, what it is without being given, and what it is for. */
export interface Flag<Value> {
  /** Shown in the usage instead of a value; undefined for a flag that takes none. */
  readonly takes: string | undefined;
  readonly about: string;
  readonly multiple: boolean;
  readonly unless: Value;
  /** Turns the given texts into the value, or says what they must be. */
  read(texts: readonly string[]): Value | Wrong;
}

/** What a value must be. */
class Wrong {
  constructor(readonly must: string) {}
}

/** A command for developers: how it is called, without its flags, and what it does. */
export interface Tool {
  readonly command: string;
  readonly does: string;
}

type Flags = Readonly<Record<string, Flag<unknown>>>;
export type ValuesOf<Given extends Flags> = {
  readonly [Name in keyof Given]: Given[Name] extends Flag<infer Value> ? Value : never;
};

function single<Value>(
  flag: Pick<Flag<Value>, 'takes' | 'about' | 'unless'>,
  read: (text: string) => Value | Wrong,
) {
  return { ...flag, multiple: false, read: ([text = '']: readonly string[]) => read(text) } as Flag<Value>;
}

/** A whole number of at least `least` and at most `most`. */
export function whole(about: string, unless: number, { least = 1, most = 1_000_000 } = {}): Flag<number> {
  return single({ takes: String(unless), about, unless }, (text) => {
    const value = Number(text);
    const fits = /^\d+$/.test(text) && value >= least && value <= most;
    return fits ? value : new Wrong(`a whole number from ${least} to ${most}`);
  });
}

/** A number above zero, such as 0.5, and at most `most`. */
export function amount(about: string, unless: number, { most = 1_000_000 } = {}): Flag<number> {
  return single({ takes: String(unless), about, unless }, (text) => {
    const fits = /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= most;
    return fits ? Number(text) : new Wrong(`a number above 0 and at most ${most}`);
  });
}

/** Any text. */
export function text<Unless extends string | undefined>(
  about: string,
  unless: Unless,
): Flag<string | Unless> {
  return single<string | Unless>({ takes: unless ?? '…', about, unless }, (given) =>
    given === '' ? new Wrong('a text that is not empty') : given,
  );
}

/** Texts, each with the flag before it. */
export function texts(about: string): Flag<readonly string[]> {
  return { takes: '…', about, multiple: true, unless: [], read: (given) => given };
}

/** One of these names. */
export function oneOf(about: string, names: readonly string[], unless: string): Flag<string> {
  return single({ takes: unless, about: `${about}: ${names.join(', ')}`, unless }, (given) =>
    names.includes(given) ? given : new Wrong(`one of ${names.join(', ')}`),
  );
}

/** Some of these names, separated by commas or each with the flag before it; by default all. */
export function someOf(about: string, names: readonly string[]): Flag<readonly string[]> {
  return {
    ...{ takes: '…', about: `${about}: ${names.join(', ')}`, multiple: true, unless: names },
    read: (given) => {
      const chosen = given.flatMap((part) => part.split(','));
      return chosen.every((name) => names.includes(name)) ? chosen : new Wrong(`of ${names.join(', ')}`);
    },
  };
}

/** A flag that is on when it is given. */
export function on(about: string): Flag<boolean> {
  return { takes: undefined, about, multiple: false, unless: false, read: () => true };
}

/**
 * Reads the command line of a tool. Prints what is wrong with it and how to call the tool, and ends the process with 2;
 * with 0 for `--help`.
 */
export function readFlags<Given extends Flags>(tool: Tool, flags: Given): ValuesOf<Given> {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`${usageOf(tool, flags)}\n`);
    process.exit(0);
  }
  const parsed = parseFlags(flags, words);
  if ('values' in parsed) return parsed.values;
  refuse(tool, flags, parsed.faults);
}

/** Prints faults and how to call the tool, and ends the process with 2. */
export function refuse(tool: Tool, flags: Flags, faults: readonly string[]): never {
  process.stderr.write(`${faults.join('\n')}\n\n${usageOf(tool, flags)}\n`);
  process.exit(2);
}

/** The values of all flags, or everything that is wrong with the words. */
export function parseFlags<Given extends Flags>(
  flags: Given,
  words: readonly string[],
): { values: ValuesOf<Given> } | { faults: string[] } {
  const faults: string[] = [];
  const given = split(flags, words, faults);
  const values = Object.entries(flags).map(([name, flag]) => {
    const of = given[name];
    if (of === undefined) return [name, flag.unless];
    const value = flag.read([of].flat().map(String));
    if (value instanceof Wrong)
      faults.push(`--${name} must be ${value.must}, not "${[of].flat().join(',')}".`);
    return [name, value];
  });
  return faults.length > 0 ? { faults } : { values: Object.fromEntries(values) as ValuesOf<Given> };
}

type Parsed = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Unknown flags and missing values are faults in the words of Node. */
function split(flags: Flags, words: readonly string[], faults: string[]): Parsed {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { takes, multiple }]) => [
      name,
      { type: takes === undefined ? ('boolean' as const) : ('string' as const), multiple },
    ]),
  );
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    faults.push((error as Error).message);
    return {};
  }
}

function usageOf({ command, does }: Tool, flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { takes, about, multiple }]) => {
    const form = `--${name}${takes === undefined ? '' : ` ${takes}`}${multiple ? ' (may be repeated)' : ''}`;
    return `  ${form.padEnd(28)} ${about}`;
  });
  return [`Usage: ${command} [-- flags]`, does, ...rows].join('\n');
}
