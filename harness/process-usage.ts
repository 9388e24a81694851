import { readFileSync } from 'node:fs';

// These files are specific to Linux, on which measurements are taken; elsewhere the figures are missing (NaN).

/** Resident memory of a process in MiB, as reported by the system. */
export function residentMiB(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status')) ?? [];
  return Number(kibibytes) / 1024;
}

/** CPU seconds a process has used so far, user and system. */
export function cpuSeconds(pid: number): number {
  // utime and stime (man 5 proc).
  return secondsIn(pid, 12, 13);
}

/** Readings of a group before giving up; each takes well under a millisecond, and children end less often than that. */
const MAX_READINGS = 100;

/**
 * CPU seconds that a process and its direct children have used, including ended ones. A child that ends during a
 * reading would be missed, or counted both as living and as ended, so a reading counts only if none did.
 */
export function cpuSecondsOfGroup(pid: number): number {
  for (let reading = 0; reading < MAX_READINGS; reading += 1) {
    const ended = secondsOfEnded(pid);
    const children = childrenOf(pid);
    const living = [pid, ...children].map(cpuSeconds).reduce((sum, seconds) => sum + seconds, 0);
    const noneEnded = childrenOf(pid).filter((child) => children.includes(child)).length === children.length;
    if (Number.isFinite(living) && noneEnded && secondsOfEnded(pid) === ended) return ended + living;
  }
  return Number.NaN;
}

function secondsOfEnded(pid: number): number {
  // cutime and cstime: the time of children that were waited for.
  return secondsIn(pid, 14, 15);
}

/** The sum of two fields of the status, in ticks of 10 ms; they are counted after the name in parentheses. */
function secondsIn(pid: number, one: number, other: number): number {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[one - 1]) + Number(fields[other - 1])) / 100;
}

function childrenOf(pid: number): number[] {
  return readProc(pid, `task/${pid}/children`)
    .split(' ')
    .filter((child) => child !== '')
    .map(Number);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
