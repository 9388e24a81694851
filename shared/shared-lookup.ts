import dns, { type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

type Told = Parameters<LookupFunction>[2];
type Lookup = (hostname: string, options: LookupOptions, told: Told) => void;

/**
 * Makes a lookup that asks once for everybody who wants the same name at the same time. The system's own runs on half of
 * the process's four threads, for everything that connects, PostgreSQL, Redis and the provider: two calls, or exports of
 * traces, to a name whose name server takes seconds would occupy them, and nothing else would connect. Nothing is kept:
 * whoever asks after the answer asks anew, so that a record that changes is followed.
 */
export function shareLookups(ask: Lookup): LookupFunction {
  const waiting = new Map<string, Told[]>();
  return (hostname, options, told) => {
    const key = JSON.stringify([hostname, options]);
    const others = waiting.get(key);
    if (others !== undefined) {
      others.push(told);
      return;
    }
    const all = [told];
    waiting.set(key, all);
    try {
      ask(hostname, options, (...answer) => {
        waiting.delete(key);
        for (const one of all) one(...answer);
      });
    } catch (error) {
      waiting.delete(key);
      throw error;
    }
  };
}

/** The system's lookup, shared by all connections of this process that use it. */
export const sharedLookup = shareLookups((...question) => (dns.lookup as Lookup)(...question));
