import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { bareHost } from '../../../shared/bare-host.js';
import { checkExtraCas } from '../../../shared/config/ca-file.js';
import { settingsFrom } from '../../../shared/config/environment.js';
import { type HttpProxy, readProxy } from '../../../shared/config/proxy.js';
import { readProviderUrl } from '../../../shared/config/worker.js';
import { describeNetwork } from '../../../shared/describe-network.js';
import { openTunnel, TunnelError } from '../../../worker/proxy/open-tunnel.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

const WITHIN_MS = 5_000;
/** How long a server may take to refuse a handshake that is complete for this end; a round trip, usually. */
const REFUSED_WITHIN_MS = 1_000;

/**
 * Judges whether the provider can be reached, over a connection on which nothing is sent: a request would cost money.
 */
export async function examineProvider({ environment }: Surroundings): Promise<Judgement> {
  const settings = settingsFrom(environment, (reader) => {
    if (reader.optional('PROVIDER_URL') === undefined) return undefined;
    checkExtraCas(reader);
    return { address: readProviderUrl(reader), proxy: readProxy(reader) };
  });
  if (settings === undefined) {
    return warning('PROVIDER_URL is not set here', 'also run doctor with the environment of a worker');
  }
  const url = new URL(settings.address);
  const proxy = proxyFor(url, settings.proxy);
  const way = proxy === undefined ? '' : ` through the proxy ${proxy.host}:${proxy.port}`;
  try {
    await reach(url, proxy);
    const tls = url.protocol === 'https:' ? ' by TLS' : '';
    return ok(`${url.host} accepts connections${tls}${way}; the key was not tested`);
  } catch (error) {
    const named = proxy === undefined ? 'PROVIDER_URL' : 'PROVIDER_URL, HTTPS_PROXY, NO_PROXY';
    return fault(
      `${url.host} cannot be reached${way}: ${reasonOf(error)}`,
      `checks wait and nothing is lost: check ${named}, DNS and the firewall, and ask the provider`,
    );
  }
}

function proxyFor(url: URL, proxy: HttpProxy | undefined): HttpProxy | undefined {
  return url.protocol === 'https:' && !proxy?.spares(url.hostname) ? proxy : undefined;
}

/** Connects, verifying the certificate if the address is https, and hangs up. Throws if it cannot. */
async function reach({ protocol, hostname, port }: URL, proxy: HttpProxy | undefined): Promise<void> {
  const encrypted = protocol === 'https:';
  const host = bareHost(hostname);
  const to = { host, port: port === '' ? (encrypted ? 443 : 80) : Number(port) };
  const signal = AbortSignal.timeout(WITHIN_MS);
  const tunnel = proxy === undefined ? undefined : await openWithin(proxy, to, signal);
  const name = isIP(host) === 0 ? { servername: host } : {};
  const way = tunnel === undefined ? to : { host, socket: tunnel };
  const socket = encrypted ? connectTls({ ...way, ...name }) : connect(to);
  // Also for an error that comes after the wait is over.
  socket.on('error', () => undefined);
  try {
    await once(socket, encrypted ? 'secureConnect' : 'connect', { signal });
    if (socket instanceof TLSSocket) await waitForRefusal(socket);
  } finally {
    socket.destroy();
  }
}

/**
 * In TLS 1.3 the handshake is over for a client before the server has looked at its certificate, or missed it (RFC
 * 8446, 2): only a ticket says that it was accepted, which not every server sends. Throws what the server says against
 * it.
 */
async function waitForRefusal(socket: TLSSocket): Promise<void> {
  if (socket.getProtocol() !== 'TLSv1.3') return;
  const signal = AbortSignal.timeout(REFUSED_WITHIN_MS);
  await once(socket, 'session', { signal }).catch((error: Error) => {
    if (!signal.aborted) throw error;
  });
}

async function openWithin(
  proxy: HttpProxy,
  to: { host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const { socket, opened } = openTunnel(proxy, to);
  const giveUp = (): void => void socket.destroy();
  signal.addEventListener('abort', giveUp);
  try {
    return await opened;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TunnelError) return error.message;
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return `no answer within ${WITHIN_MS / 1_000} s`;
  return (typeof code === 'string' ? describeNetwork(code) : undefined) ?? message;
}
