import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
/** For the slow start of a loaded laptop; a process that crashes ends the wait by other means. */
const DEADLINE_MS = 60_000;

async function poll(isReady: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await isReady())) {
    if (Date.now() > deadline) throw new Error(`${what} was not ready within ${DEADLINE_MS / 1000} s.`);
    await sleep(POLL_MS);
  }
}

/** Waits until this address answers 200; throws after a minute. */
export async function waitForOk(url: string): Promise<void> {
  await poll(async () => {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      await answer.body?.cancel();
      return answer.status === 200;
    } catch {
      return false;
    }
  }, url);
}

/** Waits until something listens on this port of 127.0.0.1; throws after a minute. */
export async function waitForPort(port: number): Promise<void> {
  const accepts = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => socket.end(() => resolve(true)));
      socket.on('error', () => resolve(false));
    });
  await poll(accepts, `Port ${port}`);
}
