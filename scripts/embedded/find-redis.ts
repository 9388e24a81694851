import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { findExecutable, pathFolders } from './executable.js';

const NAMES = ['redis-server', 'valkey-server'];
const USUAL_FOLDERS = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/opt/homebrew/bin'];

/** Consulted by Debian's package scripts before they start a service; exit code 101 forbids it (Debian policy 9.3). */
const START_POLICY = '/usr/sbin/policy-rc.d';

function find(): string | undefined {
  return findExecutable(NAMES, [...pathFolders(), ...USUAL_FOLDERS]);
}

function forbidServiceStarts(): boolean {
  try {
    writeFileSync(START_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755, flag: 'wx' });
    return true;
  } catch {
    // The machine has its own policy, which is kept.
    return false;
  }
}

function aptGet(...args: string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return (
    spawnSync('apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  );
}

/** Installs only the binary: no system service is started, neither now nor by us later. */
function installWithApt(): void {
  const ours = forbidServiceStarts();
  try {
    const install = ['install', '-y', '--no-install-recommends', 'redis-server'];
    if (!aptGet(...install)) aptGet('update') && aptGet(...install);
  } finally {
    if (ours) rmSync(START_POLICY, { force: true });
  }
}

/**
 * The Redis or Valkey server binary of this machine. If there is none, it is installed for root on a Debian-like
 * system, which `say` announces. Throws with the command to type if there still is none.
 */
export function findRedis(say: (line: string) => void): string {
  const present = find();
  if (present !== undefined) return present;
  if (process.getuid?.() === 0 && findExecutable(['apt-get'], pathFolders()) !== undefined) {
    say(
      'No Redis on this machine: installing it (apt-get install redis-server, without starting a service)…',
    );
    installWithApt();
  }
  const installed = find();
  if (installed !== undefined) return installed;
  const command =
    process.platform === 'darwin'
      ? 'brew install redis'
      : 'sudo apt-get install --no-install-recommends redis-server';
  throw new Error(
    `No redis-server or valkey-server found. Install one (${command}) or, for npm start, set REDIS_URL.`,
  );
}
