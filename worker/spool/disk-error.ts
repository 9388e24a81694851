import { OperatorError } from '../../shared/operator-error.js';

/** Why a disk takes or gives no file, by error code of the operating system, and what to do. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no access: correct owner and mode',
  EDQUOT: 'the quota is used up: make room',
  EEXIST: 'there is a file in its place',
  EIO: 'the disk is failing: see the kernel log',
  EMFILE: 'this process has too many files and connections open: raise its limit',
  ENFILE: 'this machine has too many files open: raise its limit',
  ENOENT: 'it cannot be created: look at the folder above it',
  ENOMEM: 'the machine is out of memory',
  ENOSPC: 'the disk is full, or has no inodes left: make room',
  ENOTDIR: 'there is a file in its place',
  EROFS: 'the file system is read-only: see the kernel log',
};

/**
 * What has nothing to do with the file itself: the process or the machine has no room, or a disk over the network is
 * away.
 */
const PASSING: ReadonlySet<string> = new Set([
  ...['EMFILE', 'ENFILE', 'ENOMEM'],
  ...['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH'],
  ...['ENOTCONN', 'EPIPE', 'ESTALE', 'ETIMEDOUT'],
]);

/** Whether the same file can be read later. */
export function isPassingDiskError(error: unknown): boolean {
  return PASSING.has(codeOf(error));
}

/** Says, in our own words, why the folder of paid answers cannot be used. */
export function asDiskError(folder: string, cause: unknown): OperatorError {
  const code = codeOf(cause);
  const reason = REASONS[code] ?? 'the disk refuses it';
  return new OperatorError(`SPOOL_DIR (${folder}) cannot be used: ${reason} (${code})`, { cause });
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'no code';
}
