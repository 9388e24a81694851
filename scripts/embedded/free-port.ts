import { once } from 'node:events';
import { createServer } from 'node:net';

/** Asks the system for a TCP port that is free on 127.0.0.1 now; another process may take it before it is used. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string')
    throw new Error('The system did not assign a TCP port.');
  probe.close();
  await once(probe, 'close');
  return address.port;
}
