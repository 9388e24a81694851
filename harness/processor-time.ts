import { readFileSync } from 'node:fs';

// The files are Linux', which is what the figures are taken on; elsewhere these figures are missing (NaN).

/** Resident memory of a process in MiB, as the system counts it. */
export function residentMiB(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status')) ?? [];
  return Number(kibibytes) / 1024;
}

/** CPU seconds that a process has used so far, user and system. */
export function cpuSeconds(pid: number): number {
  // After the name in parentheses: the 12th and 13th fields are utime and stime in ticks of 10 ms (man 5 proc).
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The same for a process and its direct children, those that have ended included. */
export function cpuSecondsOfGroup(pid: number): number {
  // The 14th and 15th fields are the time of children that have ended.
  const ended = (readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? []).slice(13, 15);
  const living = readProc(pid, `task/${pid}/children`)
    .split(' ')
    .filter((child) => child !== '');
  const times = [cpuSeconds(pid), ...living.map((child) => cpuSeconds(Number(child)))];
  return [...times, ...ended.map((ticks) => Number(ticks) / 100)].reduce((sum, time) => sum + time, 0);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
