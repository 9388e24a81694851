import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { LogHead } from '../../../shared/log/proofs.js';
import { createLogger } from '../../../shared/logger.js';
import { Witnessing, type WitnessingDeps } from '../../../worker/log/start-asking-witnesses.js';

const HEAD: LogHead = { origin: 'log', size: 1, note: 'log\n1\n\n', cosigned_size: 0, cosigned_note: null };

describe('A witness that does not sign', () => {
  let server: Server;
  let answer: { status: number; text: string };
  before((done) => {
    server = createServer((_req, res) => res.writeHead(answer.status).end(answer.text)).listen(0, done);
  });
  after(() => server.close());

  /** What is said of the log after one question, which finds this many entries, and so many a moment later. */
  async function contradictions(status: number, text: string, later = 1): Promise<boolean[]> {
    answer = { status, text };
    const said: boolean[] = [];
    const sizes = [1, later];
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Witnessing({
      db: { query: async () => [{ ...HEAD, size: sizes.shift() }] } as unknown as WitnessingDeps['db'],
      witnesses: [{ name: 'witness', verifierKey: '', url }],
      metrics: { setContradicted: (_by, contradicted) => said.push(contradicted) },
      logger: createLogger({ process: 'worker', level: 'silent' }),
    }).ask();
    return said;
  }

  it('contradicts the log if it says so, or has signed more than there is', async () => {
    expect(await contradictions(422, 'INCONSISTENT: another tree')).to.deep.equal([true]);
    expect(await contradictions(409, '5\n')).to.deep.equal([true]);
  });

  it('does not if it refuses for another reason, or has signed what another worker has sealed since', async () => {
    expect(await contradictions(403, 'unknown log')).to.deep.equal([]);
    expect(await contradictions(409, '5\n', 5)).to.deep.equal([]);
  });
});
