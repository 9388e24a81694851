import { setTimeout as sleep } from 'node:timers/promises';
import { type Role, type Served, serveOn } from '../../harness/serve.js';
import type { Site } from '../../harness/site-servers.js';
import { waitFor } from '../../harness/wait-for.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import { type ClientRequest, newRequest } from '../client/request.js';
import { post, type Submitter } from '../client/submit.js';
import { makeSubmitters } from '../soak/clients.js';
import { startServers } from '../world/servers.js';
import { createSite } from '../world/site.js';
import { type Balancer, startBalancer } from './balancer.js';
import { Programs } from './programs.js';

/** What callers saw while every process was restarted, one after the other. */
export interface RollingReport {
  readonly requests: number;
  /** What was not accepted at the first attempt, and the answer instead. */
  readonly failed: readonly string[];
  readonly slowestMs: number;
  readonly tookMs: number;
}

const PER_SECOND = 50;
const PREFERENCES = ['respond-async', 'wait=2'];
/** Matches HAProxy's settings: a late check, the next one, and a margin. */
const DRAIN_SECONDS = '5';
/** Draining, 25 s to close, and a margin, as in `terminationGracePeriodSeconds`. */
const STOP_WITHIN_MS = 35_000;
/** Until HAProxy sends requests to a process that is ready again. */
const TAKEN_UP_WITHIN_MS = 30_000;
const PROVIDER_TIMEOUT_MS = 4_000;
const PROCESSES = 2;
/** As long as HAProxy waits. */
const PATIENCE_MS = 40_000;

interface Place {
  role: Role;
  name: string;
  port: number;
  process: Served | undefined;
}

/** Starts two APIs behind HAProxy and two workers, and restarts each as often as wanted, under load. */
export async function playRolling(rounds: number, say: (line: string) => void): Promise<RollingReport[]> {
  const servers = await startServers();
  const programs = new Programs();
  const places: Place[] = [];
  const reports: RollingReport[] = [];
  try {
    const site = await createSite(servers, PROVIDER_TIMEOUT_MS);
    for (const role of ['api', 'worker'] as const)
      for (let number = 1; number <= PROCESSES; number += 1)
        places.push({ role, name: `${role}-${number}`, port: await freePort(), process: undefined });
    await Promise.all(places.map((place) => start(place, site)));
    const balancer = await startBalancer(
      programs,
      places.filter(({ role }) => role === 'api'),
    );
    // Records which process it took out, when and why, to be read if something failed.
    void balancer.server.exited.then(
      (lines) => reports.some(({ failed }) => failed.length > 0) && say(lines),
    );
    const [submitter] = await makeSubmitters(site, 1, () => balancer.url);
    if (submitter === undefined) throw new Error('No client was made');
    while (reports.length < rounds) {
      const name = `rolling-${reports.length + 1}`;
      const report = await playRound(name, submitter, () => restartAll(places, balancer, site));
      reports.push(report);
      say(`${name}: ${report.requests} requests, ${report.failed.length} failed${describe(report.failed)}`);
    }
    return reports;
  } finally {
    await Promise.all(places.map(({ process }) => process?.stop()));
    await programs.close();
    await servers.close();
  }
}

/** How often each occurred. */
function describe(failed: readonly string[]): string {
  const kinds = [...new Set(failed)];
  return kinds.map((kind) => `; ${failed.filter((one) => one === kind).length} × ${kind}`).join('');
}

async function start(place: Place, site: Site): Promise<void> {
  const { role, name, port } = place;
  place.process = await serveOn(site, {
    ...{ name, role, port },
    readyWithinMs: 90_000,
    stopWithinMs: STOP_WITHIN_MS,
    ...(role === 'api' && { environment: { DRAIN_SECONDS } }),
  });
}

/** Restarts one after the other; the next API is stopped once the balancer sends to the previous one again. */
async function restartAll(places: readonly Place[], balancer: Balancer, site: Site): Promise<void> {
  for (const place of places) {
    await place.process?.stop();
    await start(place, site);
    if (place.role === 'worker') continue;
    await waitFor(() => balancer.sendsTo(place.name), {
      timeoutMs: TAKEN_UP_WITHIN_MS,
      describe: `HAProxy sends to ${place.name}`,
    });
  }
}

/** Sends each request once, at a steady rate, while `work` runs. */
async function playRound(name: string, to: Submitter, work: () => Promise<void>): Promise<RollingReport> {
  const startedAt = performance.now();
  const failed: string[] = [];
  const sent: Promise<void>[] = [];
  let slowestMs = 0;
  let working = true;
  const send = async (number: number): Promise<void> => {
    const request = newRequest(`${name}-${number}`, 'said_verification', '0001010000071');
    const sentAt = performance.now();
    const answer = await ask(to, request, PREFERENCES[number % PREFERENCES.length] ?? '');
    slowestMs = Math.max(slowestMs, performance.now() - sentAt);
    if (!answer.startsWith('2')) failed.push(answer);
  };
  const done = work().finally(() => {
    working = false;
  });
  // By the clock, so that a pause of this process is caught up on.
  while (working) {
    const due = ((performance.now() - startedAt) / 1_000) * PER_SECOND;
    while (sent.length < due) sent.push(send(sent.length + 1));
    await sleep(5);
  }
  await done;
  const tookMs = performance.now() - startedAt;
  await Promise.all(sent);
  return { requests: sent.length, failed, slowestMs, tookMs };
}

/** Submits once, like a caller without retries; returns the status and who answered, or why there was no answer. */
async function ask(to: Submitter, request: ClientRequest, prefer: string): Promise<string> {
  try {
    const response = await post(request, to, prefer, PATIENCE_MS);
    await response.text();
    // HAProxy's own answers have no correlation id.
    const by = response.headers.has('x-correlation-id') ? 'api' : 'haproxy';
    return `${response.status} of ${by}`;
  } catch (error) {
    const { name, cause } = error as Error;
    return `${name} ${(cause as NodeJS.ErrnoException | undefined)?.code ?? ''}`.trim();
  }
}
