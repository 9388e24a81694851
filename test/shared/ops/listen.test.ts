import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { waitFor } from '../../../harness/wait-for.js';
import { OperatorError } from '../../../shared/operator-error.js';
import { closeServer, listen, listenOn } from '../../../shared/ops/listen.js';

/** Of RFC 5737: no machine has it. */
const ELSEWHERE = '192.0.2.1';

describe('listenOn', () => {
  const messageOf = (variable: 'PORT' | 'METRICS_PORT', port: number, host: string): Promise<string> =>
    listenOn(variable, createServer(), { port, host }).then(
      () => 'it listens',
      // The log has the messages of no others.
      (error: unknown) => (error instanceof OperatorError ? error.message : 'nothing is said'),
    );

  it('names the variable whose port is taken, and says what to do', async () => {
    const first = createServer();
    const port = await listenOn('PORT', first, { port: 0, host: '127.0.0.1' });
    for (const variable of ['PORT', 'METRICS_PORT'] as const) {
      expect(await messageOf(variable, port, '127.0.0.1')).to.equal(
        `${variable} cannot be ${port}: another process listens on it: end that one, or choose another port (EADDRINUSE)`,
      );
    }
    await closeServer(first);
  });

  it('says that HOST is of another machine', async () => {
    expect(await messageOf('PORT', 0, ELSEWHERE)).to.equal(
      'PORT cannot be 0: HOST is not an address of this machine (EADDRNOTAVAIL)',
    );
  });
});

describe('closeServer', () => {
  it('waits for a request that is arriving, but not for a connection on which nothing has arrived', async () => {
    const server = createServer((_req, res) => void res.end('served'));
    const accepted: Socket[] = [];
    server.on('connection', (socket) => accepted.push(socket));
    const port = await listen(server, 0, '127.0.0.1');
    const [silent, slow] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    slow.write('GET / HTTP/1.1\r\n');
    const arrives = () => accepted.length === 2 && accepted.some(({ bytesRead }) => bytesRead > 0);
    await waitFor(arrives, { describe: 'the request arrives' });
    const closed = closeServer(server);
    await once(silent.resume(), 'close');
    slow.write('Host: x\r\n\r\n');
    const [answer] = await once(slow, 'data');
    expect(String(answer)).to.include('served');
    await closed;
  });
});
