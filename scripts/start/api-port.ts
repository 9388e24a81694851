import { once } from 'node:events';
import { createServer } from 'node:net';
import { say } from './say.js';

const usualPort = 3000;
/** How many ports above the usual one are tried; whoever runs that many services wants to choose. */
const range = 50;

async function canListen(port: number, host: string | undefined): Promise<boolean> {
  const probe = createServer().listen({ port, host });
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

/** Free on all addresses and on the loopback one: somebody may hold only that. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, undefined)) && (await canListen(port, '127.0.0.1'));
}

/**
 * The port for the API: `wanted` (the variable PORT) if given, else 3000 or the next free one. Throws when the
 * wanted one is no port or taken, or when all are.
 */
export async function chooseApiPort(wanted: string | undefined): Promise<number> {
  if (wanted) {
    const port = Number(wanted);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error('PORT must be from 1 to 65535.');
    if (await isFree(port)) return port;
    throw new Error(`Port ${port} is taken. Stop what listens there, or set PORT to another one.`);
  }
  for (let port = usualPort; port <= usualPort + range; port += 1) {
    if (!(await isFree(port))) continue;
    if (port !== usualPort) say(`Port ${usualPort} is taken, the API listens on ${port} instead.`);
    return port;
  }
  throw new Error(`Ports ${usualPort} to ${usualPort + range} are all taken. Set PORT to a free one.`);
}
