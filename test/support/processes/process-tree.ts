import { execFileSync } from 'node:child_process';

interface Listed {
  pid: number;
  parent: number;
  command: string;
}

/** Running processes, without those that have ended and only wait to be reaped. */
function livingProcesses(): Listed[] {
  const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** A process and all its descendants. */
export function processTree(root: number): Listed[] {
  const all = livingProcesses();
  const found = all.filter(({ pid }) => pid === root);
  for (const member of found) found.push(...all.filter(({ parent }) => parent === member.pid));
  return found;
}

/** Those of the given processes that are still alive; a process id reused by another program does not count. */
export function stillLiving(processes: readonly Listed[]): string[] {
  const now = livingProcesses();
  return processes
    .filter(({ pid, command }) => now.some((other) => other.pid === pid && other.command === command))
    .map(({ pid, command }) => `${pid} ${command.slice(0, 80)}`);
}
