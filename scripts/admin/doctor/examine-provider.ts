import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { EnvironmentReader } from '../../../shared/config/environment.js';
import { readProviderUrl } from '../../../shared/config/worker.js';
import { describeNetwork } from '../../../shared/describe-network.js';
import { fault, type Judgement, ok, warning } from './judgement.js';
import type { Surroundings } from './surroundings.js';

const WITHIN_MS = 5_000;

/** Judges whether the provider can be reached, by a connection on which nothing is asked: a question would be paid for. */
export async function examineProvider({ environment }: Surroundings): Promise<Judgement> {
  const reader = new EnvironmentReader(environment);
  if (reader.optional('PROVIDER_URL') === undefined) {
    return warning('PROVIDER_URL is not set here', 'run doctor with the environment of a worker, too');
  }
  const url = new URL(readFinished(reader));
  const encrypted = url.protocol === 'https:';
  try {
    await reach(url, encrypted);
    return ok(
      `${url.host} takes connections${encrypted ? ' by TLS' : ''}; whether it takes the key was not asked`,
    );
  } catch (error) {
    return fault(
      `${url.host} cannot be reached: ${reasonOf(error)}`,
      'checks wait meanwhile and lose nothing: see PROVIDER_URL, the name service, the firewall, and ask the provider',
    );
  }
}

function readFinished(reader: EnvironmentReader): string {
  const url = readProviderUrl(reader);
  reader.finish();
  return url;
}

/** Connects, with a verified certificate where the address says https, and hangs up. Throws when it cannot. */
async function reach({ hostname, port }: URL, encrypted: boolean): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const to = { host, port: port === '' ? (encrypted ? 443 : 80) : Number(port) };
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = encrypted ? connectTls({ ...to, ...name }) : connect(to);
  // Also one that comes after the waiting is over.
  socket.on('error', () => undefined);
  try {
    await once(socket, encrypted ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(WITHIN_MS) });
  } finally {
    socket.destroy();
  }
}

function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return `no answer within ${WITHIN_MS / 1_000} s`;
  return (typeof code === 'string' ? describeNetwork(code) : undefined) ?? message;
}
