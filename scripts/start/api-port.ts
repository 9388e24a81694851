import { canBeHad, portIsFree } from './port-is-free.js';
import { say } from './say.js';

/** Where the API listens if nothing is said and nobody else does. */
export const USUAL_PORT = 3000;
/** How many ports above the usual one are tried; anyone running that many services will want to choose. */
const RANGE = 50;

/**
 * The port for the API: `wanted` (the variable PORT) if given, otherwise 3000 or the next one that can be had and is
 * not needed for its metrics. Throws if the wanted one cannot be had, or none can.
 */
export async function chooseApiPort(wanted: number | undefined, metricsPort?: number): Promise<number> {
  if (wanted !== undefined) {
    if (await portIsFree(wanted)) return wanted;
    throw new Error(`Port ${wanted} is in use. Stop the process that uses it, or set PORT to another one.`);
  }
  for (let port = USUAL_PORT; port <= USUAL_PORT + RANGE; port += 1) {
    if (port === metricsPort || !(await canBeHad(port))) continue;
    if (port !== USUAL_PORT) say(`Port ${USUAL_PORT} is not free; the API listens on ${port} instead.`);
    return port;
  }
  const tried = `Ports ${USUAL_PORT} to ${USUAL_PORT + RANGE}`;
  throw new Error(`${tried} are all in use, or not available to this user. Set PORT to a free one.`);
}
