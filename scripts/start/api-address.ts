import { isLoopback } from '../../shared/config/loopback.js';

/** Without HOST. The demo passwords are public: showing the service to others must be a deliberate choice. */
const THIS_MACHINE = '127.0.0.1';
/** The address at which a service that listens everywhere is asked. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': THIS_MACHINE, '::': '::1' };

/** Where API and worker listen. */
export function hostToListenOn(): string {
  return process.env.HOST?.trim() || THIS_MACHINE;
}

/** Where this launcher reaches the API, which may listen on one address alone. */
export function apiAddress(port: number): string {
  const host = hostToListenOn();
  const asked = EVERYWHERE[host] ?? host;
  return `http://${asked.includes(':') ? `[${asked}]` : asked}:${port}`;
}

/** The same for people: by name, where that is this machine. */
export function shownApiAddress(port: number): string {
  const { hostname, origin } = new URL(apiAddress(port));
  return isLoopback(hostname) ? `http://localhost:${port}` : origin;
}
