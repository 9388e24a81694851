import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxCall } from '../../sandbox/call-log.js';
import { type ClientRequest, newRequest } from '../client/request.js';
import { sendOnce } from '../client/submit.js';
import type { FailoverSite } from './failover-site.js';

/** Interval between two requests, and so the resolution of the measurement. */
const EVERY_MS = 100;
const PATIENCE_MS = 120_000;

/** The requests sent since a kill, and the time until the first was accepted, and called. */
export interface Probes {
  readonly requests: readonly ClientRequest[];
  /** Milliseconds from the kill; undefined if there was none within two minutes. */
  readonly acceptingMs: number | undefined;
  readonly callingMs: number | undefined;
}

/** Sends a new request every tenth of a second, without waiting for the previous one, until one has been called. */
export async function probe(name: string, site: FailoverSite): Promise<Probes> {
  const killedAt = { clock: Date.now(), steady: performance.now() };
  const before = site.provider.calls().length;
  const requests: ClientRequest[] = [];
  const sent: Promise<void>[] = [];
  const checks = new Set<string>();
  let acceptingMs: number | undefined;
  let called: SandboxCall | undefined;
  while (called === undefined && performance.now() - killedAt.steady < PATIENCE_MS) {
    const request = newRequest(`${name}-${requests.length + 1}`, 'said_verification', '0001010000071');
    requests.push(request);
    checks.add(site.checkIdOf(request.key));
    const task = sendOnce(request, site.submitter, 'respond-async').then((accepted) => {
      if (accepted) acceptingMs ??= performance.now() - killedAt.steady;
    });
    sent.push(task);
    await sleep(EVERY_MS);
    called = site.provider.calls().find(({ reference = '' }, at) => at >= before && checks.has(reference));
  }
  await Promise.all(sent);
  const callingMs = called === undefined ? undefined : Date.parse(called.at) - killedAt.clock;
  return { requests, acceptingMs, callingMs };
}
