import { portIsFree } from './port-is-free.js';
import { say } from './say.js';

const usualPort = 3000;
/** How many ports above the usual one are tried; anyone running that many services will want to choose. */
const range = 50;

/**
 * The port for the API: `wanted` (the variable PORT) if given, otherwise 3000 or the next free one. Throws if the
 * wanted one is invalid or taken, or if all are taken.
 */
export async function chooseApiPort(wanted: string | undefined): Promise<number> {
  if (wanted) {
    const port = Number(wanted);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error('PORT must be from 1 to 65535.');
    if (await portIsFree(port)) return port;
    throw new Error(`Port ${port} is in use. Stop the process that uses it, or set PORT to another one.`);
  }
  for (let port = usualPort; port <= usualPort + range; port += 1) {
    if (!(await portIsFree(port))) continue;
    if (port !== usualPort) say(`Port ${usualPort} is in use; the API listens on ${port} instead.`);
    return port;
  }
  throw new Error(`Ports ${usualPort} to ${usualPort + range} are all in use. Set PORT to a free one.`);
}
