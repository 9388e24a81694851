import { SANDBOX_DEFAULTS } from '../../shared/config/sandbox.js';
import { freePort } from '../embedded/free-port.js';
import { canBeHad } from './port-is-free.js';
import { say } from './say.js';

/** The port for the sandbox provider: the usual one, 4010, or any free one if that cannot be had. */
export async function chooseSandboxPort(usual = SANDBOX_DEFAULTS.port): Promise<number> {
  if (await canBeHad(usual)) return usual;
  const port = await freePort();
  say(`Port ${usual} is not free; the sandbox provider listens on ${port} instead.`);
  return port;
}
