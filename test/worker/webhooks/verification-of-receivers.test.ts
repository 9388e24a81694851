import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { selfSignedCertificate } from '../../../harness/self-signed-certificate.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { closeServer } from '../../../shared/ops/listen.js';

const run = promisify(execFile);
const ATTEMPTS = 3;
const SENDER = new URL('../../../worker/webhooks/send.ts', import.meta.url).href;

/** Run by a process of its own, because Node.js reads at its start whom it trusts. */
const POSTING = `
  import { createSender } from ${JSON.stringify(SENDER)};
  const send = createSender({ production: false });
  const message = { url: process.env.RECEIVER, headers: {}, body: '{}' };
  for (let left = ${ATTEMPTS}; left > 0; left -= 1) {
    console.log((await send(message, new AbortController().signal)).status);
  }
`;

describe('The certificate of a receiver', () => {
  it('is verified at every attempt, so that none succeeds once it has expired', async () => {
    const certificate = selfSignedCertificate(['receiver.example.test']);
    const trusted = join(temporaryFolder(), 'ca.pem');
    writeFileSync(trusted, certificate.cert);
    const resumed: boolean[] = [];
    const receiver = createServer(certificate, (req, res) => req.resume().on('end', () => res.end()));
    receiver.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
    const port = await listenOnLoopback(receiver);
    try {
      const env = {
        ...process.env,
        NODE_EXTRA_CA_CERTS: trusted,
        RECEIVER: `https://127.0.0.1:${port}/`,
      };
      const node = ['--import', 'tsx', '--input-type=module', '--eval', POSTING];
      const { stdout } = await run(process.execPath, node, { env });
      expect(stdout.trim().split('\n')).to.deep.equal(Array(ATTEMPTS).fill('200'));
    } finally {
      await closeServer(receiver);
    }
    expect(resumed).to.deep.equal(Array(ATTEMPTS).fill(false));
  });
});
