const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether the host of a URL is this machine, so that what is sent there crosses no network. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}
