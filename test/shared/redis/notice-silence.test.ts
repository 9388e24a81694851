import { createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../harness/listen-on-loopback.js';
import { waitFor } from '../../../harness/wait-for.js';
import {
  connectForBlocking,
  connectForCommands,
  connectForSubscribing,
} from '../../../shared/redis/connect.js';

describe('A Redis that takes connections and says nothing', function () {
  this.timeout(60_000);

  const OPENERS = {
    'for commands': connectForCommands,
    'for subscribing': connectForSubscribing,
    'on which BullMQ waits for jobs': (url: string) => {
      const original = connectForBlocking(url);
      original.disconnect();
      return original.duplicate().on('error', () => undefined);
    },
  };

  it('is asked anew on every kind of connection', async () => {
    const sockets = Object.values(OPENERS).map(() => new Set<Socket>());
    const servers = sockets.map((made) => createServer((socket) => made.add(socket.resume())));
    const ports = await Promise.all(servers.map(listenOnLoopback));
    const connections = Object.values(OPENERS).map((open, index) =>
      open(`redis://127.0.0.1:${ports[index]}`),
    );
    try {
      await waitFor(() => sockets.every(({ size }) => size > 1), {
        describe: 'each is connected anew',
        timeoutMs: 50_000,
      });
    } finally {
      for (const redis of connections) redis.disconnect();
      for (const socket of sockets.flatMap((made) => [...made])) socket.destroy();
      for (const server of servers) server.close();
    }
    expect(connections.map(({ status }) => status)).to.not.include('ready');
  });
});
