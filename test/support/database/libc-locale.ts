import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../harness/temporary-folder.js';

/** Orders of texts: that of ISO 14651, as in dictionaries, and that of code points, upper case first. */
const ORDERS = { dictionary: 'copy "iso14651_t1"', codePoints: 'codepoint_collation' } as const;
type Order = keyof typeof ORDERS;

const OTHER_CATEGORIES = [
  'CTYPE',
  'MONETARY',
  'NUMERIC',
  'TIME',
  'MESSAGES',
  'PAPER',
  'NAME',
  'ADDRESS',
  'TELEPHONE',
  'MEASUREMENT',
  'IDENTIFICATION',
];

/** A locale of the C library visible only to processes with `environment`, which can change under them. */
export interface LibcLocale {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Acts like another image: the same name with another order, for processes started from now on. */
  compile(order: Order): void;
  remove(): void;
}

/** Undefined if locales cannot be compiled (Debian: `apt-get install locales`). */
export function makeLibcLocale(): LibcLocale | undefined {
  if (spawnSync('localedef', ['--version']).error !== undefined) return undefined;
  if (!existsSync('/usr/share/i18n/locales/iso14651_t1')) return undefined;
  const folder = temporaryFolder();
  const name = 'en_TEST.UTF-8';
  const locales = join(folder, 'locales');
  mkdirSync(locales);
  return {
    name,
    environment: { LOCPATH: locales },
    compile: (order) => {
      const source = join(folder, order);
      writeFileSync(source, describe(ORDERS[order]));
      rmSync(join(locales, name), { recursive: true, force: true });
      const args = ['--no-archive', '-c', '-i', source, '-f', 'UTF-8', join(locales, name)];
      const { status, stderr } = spawnSync('localedef', args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`localedef ended with ${status}: ${stderr}`);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The source of a locale that is American English except for its order. */
function describe(order: string): string {
  const others = OTHER_CATEGORIES.map((each) => `LC_${each}\ncopy "en_US"\nEND LC_${each}`);
  return ['comment_char %', 'escape_char /', ...others, 'LC_COLLATE', order, 'END LC_COLLATE', ''].join('\n');
}
