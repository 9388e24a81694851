import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { selfSignedCertificate } from '../../../harness/self-signed-certificate.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { closeServer } from '../../../shared/ops/listen.js';

const run = promisify(execFile);

/**
 * Runs a program, in a process of its own because Node.js reads at its start whom it trusts, with the address of a
 * server that it trusts as `SERVER`, and that answers every request with this status. Returns what it printed by line,
 * and of each connection that it made whether its TLS session was resumed, without a look at the certificate.
 */
export async function resumedSessions(
  program: string,
  status: number,
): Promise<{ printed: string[]; resumed: boolean[] }> {
  const certificate = selfSignedCertificate(['server.example.test']);
  const trusted = join(temporaryFolder(), 'ca.pem');
  writeFileSync(trusted, certificate.cert);
  const resumed: boolean[] = [];
  const server = createServer(certificate, (req, res) => {
    req.resume().on('end', () => res.writeHead(status).end());
  });
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  const port = await listenOnLoopback(server);
  try {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: trusted, SERVER: `https://127.0.0.1:${port}` };
    const node = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const { stdout } = await run(process.execPath, node, { env });
    return { printed: stdout.trim().split('\n'), resumed };
  } finally {
    await closeServer(server);
  }
}
