import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The shell draws the same pages as the browser without its windows, in half the processor time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
/** Debian's, the preferred one first; older releases know only the second. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const INSTALL_WITHIN_MS = 300_000;

let found: string | undefined;
let looked = false;

/**
 * The path of a Chromium, installed by apt-get where that is possible and it is missing; undefined, with a line that
 * says why, where it is not.
 */
export function findChromium(): string | undefined {
  if (looked) return found;
  looked = true;
  found = installed() ?? install();
  if (found === undefined) {
    process.stderr.write(
      'Portal tests are skipped: no Chromium here. Install it (on Debian: apt-get install chromium).\n',
    );
  }
  return found;
}

function installed(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}

function install(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write('Installing Chromium for the portal tests (apt-get; about a minute)…\n');
  if (!aptGet('update')) return undefined;
  return PACKAGES.some((name) => aptGet('install', '--yes', '--no-install-recommends', name))
    ? installed()
    : undefined;
}

/** Whether it worked; says why where it did not. */
function aptGet(...args: string[]): boolean {
  const { status, stderr } = spawnSync('apt-get', args, {
    timeout: INSTALL_WITHIN_MS,
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return true;
  process.stderr.write(`apt-get ${args.join(' ')} did not work: ${stderr.trim().split('\n').at(-1) ?? ''}\n`);
  return false;
}
