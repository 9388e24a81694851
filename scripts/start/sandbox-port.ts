import { SANDBOX_DEFAULTS } from '../../shared/config/sandbox.js';
import { freePort } from '../embedded/free-port.js';
import { portIsFree } from './port-is-free.js';
import { say } from './say.js';

/** The port for the sandbox provider: the usual one, 4010, or any free one if that is taken. */
export async function chooseSandboxPort(usual = SANDBOX_DEFAULTS.port): Promise<number> {
  if (await portIsFree(usual)) return usual;
  const port = await freePort();
  say(`Port ${usual} is in use; the sandbox provider listens on ${port} instead.`);
  return port;
}
