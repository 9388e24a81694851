import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import type { HttpProxy } from '../../shared/config/proxy.js';
import { TRY_ADDRESS_MS } from '../connect-to.js';
import { openTunnel } from '../proxy/open-tunnel.js';
import type { FindAllowed } from './guarded-lookup.js';

export interface TunnelAgentOptions {
  proxy: HttpProxy;
  findAllowed: FindAllowed;
  /** Longest time a tunnel may take: it is of no use once the attempt is over. */
  withinMs: number;
}

/**
 * Creates an agent whose connections go through a proxy. The host is resolved and judged here, and the proxy is given
 * the very address that was judged: given the name, it would resolve it again and might get another address.
 */
export function createTunnelAgent({ proxy, findAllowed, withinMs }: TunnelAgentOptions): https.Agent {
  const agent = new https.Agent({ keepAlive: false });
  async function connect(host: string, port: number): Promise<TLSSocket> {
    // An address in the URL was judged with the URL.
    const addresses = isIP(host) === 0 ? await findAllowed(host) : [host];
    const endsAt = performance.now() + withinMs;
    // A proxy may try for minutes to reach an address that is silent. Of many, each has what it would have without a
    // proxy, and the last may have no turn.
    const shareMs = Math.max(withinMs / addresses.length, TRY_ADDRESS_MS);
    const socket = await reachFirst(addresses, async (address) => {
      if (performance.now() >= endsAt) throw new Error('The attempt is over');
      return reach(proxy, address, port, shareMs);
    });
    const servername = isIP(host) === 0 ? host : '';
    return tls.connect({ socket, host, servername, rejectUnauthorized: true });
  }
  agent.createConnection = ({ host, port }, callback) => {
    connect(host ?? '', Number(port)).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    );
    // The socket is delivered through the callback, once there is a tunnel.
    return undefined;
  };
  return agent;
}

/** Tries each address: a receiver may have one, above all IPv6, that the proxy cannot reach. */
async function reachFirst(
  addresses: string[],
  attempt: (address: string) => Promise<Socket>,
): Promise<Socket> {
  const [address = '', ...others] = addresses;
  try {
    return await attempt(address);
  } catch (error) {
    if (others.length === 0) throw error;
    return reachFirst(others, attempt);
  }
}

async function reach(proxy: HttpProxy, host: string, port: number, withinMs: number): Promise<Socket> {
  const { socket, opened } = openTunnel(proxy, { host, port });
  const limit = setTimeout(() => socket.destroy(), withinMs).unref();
  try {
    return await opened;
  } finally {
    clearTimeout(limit);
  }
}
