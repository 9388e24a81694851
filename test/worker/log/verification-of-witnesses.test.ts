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
const QUESTIONS = 3;
const ASK_WITNESS = new URL('../../../worker/log/ask-witness.ts', import.meta.url).href;

/** Run by a process of its own, because Node.js reads at its start whom it trusts. */
const ASKING = `
  import { askWitness } from ${JSON.stringify(ASK_WITNESS)};
  const witness = { url: process.env.WITNESS, name: 'witness.test', verifierKey: 'witness.test+00000000+AAAA' };
  const submission = { old: 0, proof: [], note: 'log\\n1\\nroot\\n\\n' };
  for (let left = ${QUESTIONS}; left > 0; left -= 1) {
    console.log((await askWitness(witness, submission)).status);
  }
`;

describe('The certificate of a witness', () => {
  it('is verified at every question, so that none is answered once it has expired', async () => {
    const certificate = selfSignedCertificate(['witness.example.test']);
    const trusted = join(temporaryFolder(), 'ca.pem');
    writeFileSync(trusted, certificate.cert);
    const resumed: boolean[] = [];
    const server = createServer(certificate, (req, res) => {
      req.resume().on('end', () => res.writeHead(422).end());
    });
    server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
    const port = await listenOnLoopback(server);
    try {
      const env = {
        ...process.env,
        NODE_EXTRA_CA_CERTS: trusted,
        WITNESS: `https://127.0.0.1:${port}`,
      };
      const node = ['--import', 'tsx', '--input-type=module', '--eval', ASKING];
      const { stdout } = await run(process.execPath, node, { env });
      expect(stdout.trim().split('\n')).to.deep.equal(Array(QUESTIONS).fill('422'));
    } finally {
      await closeServer(server);
    }
    expect(resumed).to.deep.equal(Array(QUESTIONS).fill(false));
  });
});
