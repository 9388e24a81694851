import { waitFor } from '../../harness/wait-for.js';
import { freePort } from '../../scripts/embedded/free-port.js';
import type { ServerProcess } from '../../scripts/embedded/server-process.js';
import type { Programs } from './programs.js';

const LISTENS_WITHIN_MS = 20_000;

interface Listening {
  name: string;
  port: number;
}

/** An HAProxy in front of APIs. */
export interface Balancer {
  readonly url: string;
  readonly server: ServerProcess;
  /** Whether it sends requests to the API of this name. */
  sendsTo(name: string): Promise<boolean>;
}

/** Starts an HAProxy with the settings of docs/high-availability.md, and waits until it reaches an API. */
export async function startBalancer(programs: Programs, apis: readonly Listening[]): Promise<Balancer> {
  const [port, statusPort] = await Promise.all([freePort(), freePort()]);
  const server = await programs.start('haproxy', [
    '-db',
    '-f',
    programs.write('haproxy.cfg', settingsFor(port, statusPort, apis)),
  ]);
  const url = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200, {
    timeoutMs: LISTENS_WITHIN_MS,
    describe: 'HAProxy leads to an API',
  });
  const sendsTo = async (name: string): Promise<boolean> => {
    const lines = await (await fetch(`http://127.0.0.1:${statusPort}/;csv`)).text();
    return new RegExp(`^api,${name},.*,UP,`, 'm').test(lines);
  };
  return { url, server, sendsTo };
}

function settingsFor(port: number, statusPort: number, apis: readonly Listening[]): string {
  return [
    'defaults',
    '  mode http',
    '  timeout connect 3s',
    '  timeout client 40s',
    '  timeout server 40s',
    'listen api',
    `  bind 127.0.0.1:${port}`,
    // Without it, callers state their own address (TRUST_PROXY).
    '  option forwardfor',
    // No idle connections, which an API may close just as the next request is sent on one.
    '  option http-server-close',
    '  option httpchk GET /readyz',
    // A busy process is not one that is stopping: that one says so at once.
    '  timeout check 5s',
    // After a failed check the next one follows quickly.
    '  default-server check inter 2s fastinter 500ms fall 2 rise 1',
    // An unanswered request may be retried if it only reads, or has a key that makes two of it one.
    '  retry-on conn-failure empty-response',
    '  option redispatch 1',
    '  http-request disable-l7-retry unless METH_GET or { path /api/v1/verifications } { req.hdr(idempotency-key) -m found }',
    ...apis.map(({ name, port: at }) => `  server ${name} 127.0.0.1:${at}`),
    // If all seem down they are most likely busy, or PostgreSQL is down, which they report better than a bare 503.
    '  option allbackups',
    ...apis.map(({ name, port: at }) => `  server ${name}-unchecked 127.0.0.1:${at} backup no-check`),
    'frontend status',
    `  bind 127.0.0.1:${statusPort}`,
    '  stats uri /',
    '',
  ].join('\n');
}
