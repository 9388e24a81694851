import { describeNetwork } from '../../shared/describe-network.js';

const TOO_MANY =
  'this user or container has reached its limit of processes and threads: raise it (ulimit -u, pids)';

/** Why the operating system starts no process or thread, and what to do, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  EAGAIN: TOO_MANY,
  // Of threads; the reason itself is only in the message.
  ERR_WORKER_INIT_FAILED: TOO_MANY,
  ENOENT: 'Node.js has moved since this process was started: restart it',
  ENOMEM: 'this machine has no memory left',
};

/** Says in our own words why no process or thread could be started, with the code. */
export function whyNotStarted({ code = 'unknown' }: NodeJS.ErrnoException): string {
  return `${REASONS[code] ?? describeNetwork(code) ?? 'the operating system refuses it'} (${code})`;
}
