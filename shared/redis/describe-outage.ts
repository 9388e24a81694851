import { describeNetwork } from '../describe-network.js';

/** What Redis answers when it is there and does not serve, by the first word of its answer, and what to do. */
const REASONS: Readonly<Record<string, string>> = {
  LOADING: 'the server still loads its data',
  MASTERDOWN: 'the server is a replica that has lost its master: lead the address to the master',
  MISCONF: 'the server cannot save to its disk and takes no writes',
  NOAUTH: 'the server asks for a password: put it into REDIS_URL',
  NOPERM: 'the user may not use these commands: give it rights',
  NOREPLICAS: 'the server has too few replicas and takes no writes',
  OOM: 'the memory of the server is full: raise maxmemory',
  READONLY: 'the server is a replica and takes no writes: lead the address to the master',
  WRONGPASS: 'the user or the password is wrong: put the right one into REDIS_URL',
};

/** Says in words of ours why Redis cannot be used, with the code that was seen; never the message, which may quote data. */
export function describeRedisOutage(error: Error & { code?: unknown }): string {
  const word = /\b([A-Z]{3,12})\b/.exec(error.message)?.[1] ?? '';
  if (REASONS[word] !== undefined) return `${REASONS[word]} (${word})`;
  if (typeof error.code !== 'string') return 'the server does not answer';
  return `${describeNetwork(error.code) ?? 'the server cannot be used'} (${error.code})`;
}
