import https from 'node:https';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from '../../harness/listen-on-loopback.js';
import { selfSignedCertificate } from '../../harness/self-signed-certificate.js';

/** A provider that speaks TLS and answers at once, at the far end of a slow line. */
export interface DistantProvider {
  url: string;
  certificateAuthority: string;
  close(): void;
}

/** Starts one that bytes reach after half of `roundTripMs`, and whose bytes take the other half. */
export async function startDistantProvider(roundTripMs: number): Promise<DistantProvider> {
  const certificate = selfSignedCertificate(['localhost']);
  const provider = https.createServer(certificate, (request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  const port = await listenOnLoopback(provider);
  const sockets = new Set<Socket>();
  // TCP's own round trip is simulated here: a connection counts as established once the line has been crossed both
  // ways, and what the caller sends meanwhile waits.
  const line = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (near) => {
    sockets.add(near.on('error', () => near.destroy()));
    void sleep(roundTripMs).then(() => {
      const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      far.on('error', () => near.destroy());
      delay(near, far, roundTripMs / 2);
      delay(far, near, roundTripMs / 2);
      near.resume();
    });
  });
  const linePort = await listenOnLoopback(line);
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    line.close();
    provider.close();
  };
  return { url: `https://127.0.0.1:${linePort}`, certificateAuthority: certificate.cert, close };
}

function delay(from: Socket, to: Socket, milliseconds: number): void {
  from.on('data', (chunk) => void sleep(milliseconds).then(() => to.write(chunk)));
  from.on('end', () => void sleep(milliseconds).then(() => to.end()));
  from.on('close', () => void sleep(milliseconds).then(() => to.destroy()));
}
