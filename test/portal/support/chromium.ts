import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
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
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const options = {
      timeout: INSTALL_WITHIN_MS,
      encoding: 'utf8' as const,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    const { status, stderr } = spawnSync('apt-get', args, options);
    if (status !== 0) {
      process.stderr.write(`apt-get ${args[0]} did not work: ${stderr.trim().split('\n').at(-1) ?? ''}\n`);
      return undefined;
    }
  }
  return installed();
}
