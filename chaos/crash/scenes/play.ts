import { setTimeout as sleep } from 'node:timers/promises';
import type { MakeTap } from '../../../harness/relay.js';
import { anyRequest, type ClientRequest, newRequest } from '../../client/request.js';
import { sendOnce, sendUntilAccepted } from '../../client/submit.js';
import type { Random } from '../../random.js';
import type { LinkedCommand, LinkedProcess, Taps } from '../../world/linked-process.js';
import type { CrashSite } from '../crash-site.js';
import type { KillPoint } from '../points/kill-point.js';

/** Everything that happens around one kill. */
export interface Play {
  readonly site: CrashSite;
  readonly point: KillPoint;
  /** Prefix of its requests' keys. */
  readonly name: string;
  readonly random: Random;
  /** Watch the traffic of the process that will die, and of the client's server. */
  readonly taps: Required<Taps> & { readonly receiver: MakeTap };
  /** Marks the process that will die. */
  doom<Doomed extends LinkedCommand>(process: Doomed): Doomed;
  /** Starts waiting for the moment. */
  arm(): void;
}

/** Requests per kill. */
const REQUESTS = { min: 4, max: 12 };
/** Arrival times are spread out, in milliseconds. */
const ARRIVALS = { min: 0, max: 30 };

/** Requests of any kind, all positive, unless specified otherwise. */
export function makeRequests(
  { site, name, random }: Play,
  orders?: { service: string; subject: string },
): ClientRequest[] {
  const count = random.between(REQUESTS.min, REQUESTS.max);
  const requests = Array.from({ length: count }, (_, index) => {
    const key = `${name}-${index}`;
    return orders === undefined ? anyRequest(key, random) : newRequest(key, orders.service, orders.subject);
  });
  site.requests.push(...requests);
  return requests;
}

/** Sends each request once to the first API, and then to the surviving one until it is acknowledged. */
export async function submitAll(
  { site, random }: Play,
  requests: readonly ClientRequest[],
  first: LinkedProcess,
  prefer: string,
): Promise<readonly ClientRequest[]> {
  await Promise.all(
    requests.map(async (request) => {
      await sleep(random.between(ARRIVALS.min, ARRIVALS.max));
      if (await sendOnce(request, site.submitterTo(first), prefer)) return;
      await sendUntilAccepted(request, site.submitterTo(site.api));
    }),
  );
  return requests;
}

/** Settled requests, all about one subject that no other request is about. */
export async function settleOneSubject(
  play: Play,
): Promise<{ subject: string; requests: readonly ClientRequest[] }> {
  const { site, random } = play;
  // All positive: docs/sandbox.md reserves the numbers up to 000011 for other cases.
  const subject = `2000/${random.between(100_000, 999_999)}/07`;
  const requests = makeRequests(play, { service: 'cipc_company', subject });
  await submitAll(play, requests, site.api, 'wait=10');
  await site.waitUntilSettled();
  return { subject, requests };
}
