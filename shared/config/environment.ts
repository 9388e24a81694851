import { formsOfSecret } from './forms-of-secret.js';
import { readSecretFile, secretFileOf } from './secret-files.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything wrong with the environment, by variable name and never by value: values may be secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(`The configuration is invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

const MAKE_MORE = 'give each its own, made with `openssl rand -base64 32` (docs/runbook.md, Key rotation)';

/** The accepted values of NODE_ENV. Only the first changes anything. */
const NODE_ENVS: readonly string[] = ['production', 'development', 'test'];

/**
 * Reads variables one by one and collects every fault, so that a person can fix all of them at once. An empty variable
 * counts as unset. After a fault the returned value is only a placeholder: call `finish` before using any of them.
 */
export class EnvironmentReader {
  readonly production: boolean;
  readonly #faults = new Set<string>();
  /** The forms of the secrets read so far, each with its variable. */
  readonly #secrets = new Map<string, string>();

  constructor(private readonly environment: Environment) {
    const { NODE_ENV: named } = environment;
    this.production = named === 'production';
    // A typo would let a server run with secrets and rules meant for development.
    if (named && !NODE_ENVS.includes(named))
      this.fault('NODE_ENV', `must be ${NODE_ENVS.join(', ')}, or unset for development`);
    // Node.js would accept any certificate of PostgreSQL, Redis and the mail server, whatever their addresses ask for.
    if (this.production && environment.NODE_TLS_REJECT_UNAUTHORIZED === '0')
      this.fault(
        'NODE_TLS_REJECT_UNAUTHORIZED',
        'must not be 0 in production, where it would let no certificate be verified: name the CA that is missing (DATABASE_CA_FILE, REDIS_CA_FILE, NODE_EXTRA_CA_CERTS)',
      );
  }

  /** Throws ConfigError if anything was wrong. */
  finish(): void {
    if (this.#faults.size > 0) throw new ConfigError([...this.#faults]);
  }

  fault(name: string, problem: string): void {
    // A variable may be read more than once.
    this.#faults.add(`${name} ${problem}`);
  }

  /**
   * In production, reports a secret that was read before, in whatever encoding: whoever is given it for one use could
   * put it to the other. Call it once per secret.
   */
  requireUnique(name: string, secret: string): void {
    if (!this.production) return;
    const forms = formsOfSecret(secret);
    const other = forms.map((form) => this.#secrets.get(form)).find((found) => found !== undefined);
    if (other !== undefined) {
      const found = other === name ? 'has the same secret twice' : `has a secret in common with ${other}`;
      this.fault(name, `${found}: ${MAKE_MORE}`);
    }
    for (const form of forms) this.#secrets.set(form, other ?? name);
  }

  /** The value or, for a secret, the content of the file that `NAME_FILE` names. */
  optional(name: string): string | undefined {
    const value = this.environment[name]?.trim();
    const fileVariable = secretFileOf(this.environment, name);
    if (fileVariable === undefined) return value === '' ? undefined : value;
    if (value) this.fault(fileVariable, `is set as well as ${name}: set only one of them`);
    const file = readSecretFile(this.environment[fileVariable]?.trim() ?? '');
    if ('value' in file) return file.value;
    this.fault(fileVariable, file.problem);
    return undefined;
  }

  /** The value; if it is missing, a fault that says why it is needed. */
  required(name: string, hint: string): string {
    const value = this.optional(name);
    // A fault of its file is reported separately.
    if (value === undefined && secretFileOf(this.environment, name) === undefined)
      this.fault(name, `is not set: ${hint}`);
    return value ?? '';
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.fault(name, `must be a whole number from ${min} to ${max}`);
    return fallback;
  }

  /** A port, or undefined if the variable is unset. */
  port(name: string): number | undefined {
    return this.optional(name) === undefined ? undefined : this.integer(name, 0, 0, 65_535);
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
    const value = this.optional(name) ?? fallback;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.fault(name, `must be one of ${choices.join(', ')}`);
    return choice ?? fallback;
  }

  /**
   * An absolute URL with one of the given protocols (`https:`); in production it must name its server. `rewrite` turns
   * other notations into a URL first.
   */
  url(
    name: string,
    protocols: readonly string[],
    hint: string,
    rewrite = (value: string): string => value,
  ): string {
    const value = rewrite(this.required(name, hint));
    if (value === '') return value;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !protocols.includes(url.protocol)) {
      this.fault(name, badUrl(value, protocols));
    } else if (!isDecodable(url.username + url.password)) {
      this.fault(name, `cannot be read: ${PERCENT_ENCODED}`);
    } else if (!isDecodable(url.pathname)) {
      this.fault(name, 'has a path that cannot be read: in it, % itself is %25');
    } else if (this.production && !namesServer(url)) {
      // The drivers would default to this machine.
      this.fault(name, 'must contain the name of the server');
    }
    return value;
  }
}

/** Reads some of the settings in an environment. Throws ConfigError with every fault in them. */
export function settingsFrom<Settings>(
  environment: Environment,
  read: (reader: EnvironmentReader) => Settings,
): Settings {
  const reader = new EnvironmentReader(environment);
  const settings = read(reader);
  reader.finish();
  return settings;
}

/** How to write characters that would otherwise end a user name or password early. */
export const PERCENT_ENCODED =
  'user and password have to be percent-encoded (@ is %40, : is %3A, / is %2F, # is %23, ? is %3F, % itself is %25)';

/** What is wrong with a text that is not a URL of these protocols; never quotes it. */
function badUrl(value: string, protocols: readonly string[]): string {
  const starts = protocols.map((protocol) => `${protocol}//`);
  if (!starts.some((start) => value.startsWith(start)))
    return `must be a URL that starts with ${starts.join(' or ')}`;
  return `cannot be read after its ://, where [user:password@]host[:port] belongs, with a port up to 65535; ${PERCENT_ENCODED}`;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function namesServer({ protocol, hostname, pathname, searchParams }: URL): boolean {
  return (
    hostname !== '' || Boolean(searchParams.get('host')) || (protocol === 'unix:' && pathname.length > 1)
  );
}

/** Reads and validates the configuration of a process; if it is unusable, prints all faults and exits with 1. */
export function loadOrExit<Config>(read: (environment: Environment) => Config): Config {
  try {
    return read(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
