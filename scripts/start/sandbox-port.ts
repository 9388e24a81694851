import { freePort } from '../embedded/free-port.js';
import { portIsFree } from './port-is-free.js';
import { say } from './say.js';

/** Where docs/sandbox.md expects the sandbox, and where it listens if started alone. */
const USUAL_PORT = 4010;

/** The port for the sandbox provider: the usual one, 4010, or any free one if that is taken. */
export async function chooseSandboxPort(usual = USUAL_PORT): Promise<number> {
  if (await portIsFree(usual)) return usual;
  const port = await freePort();
  say(`Port ${usual} is in use; the sandbox provider listens on ${port} instead.`);
  return port;
}
