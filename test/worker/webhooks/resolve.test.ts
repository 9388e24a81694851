import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { expect } from 'chai';
import { createResolve } from '../../../worker/webhooks/resolve.js';

const IPV4 = 1;
const IPV6 = 28;

describe('createResolve', () => {
  const servers: Socket[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /**
   * Starts a name server that answers questions of these types with addresses, and is silent about any other; `lost` is
   * one whose first question it does not get.
   */
  async function startNameServer(
    addresses: Readonly<Record<number, readonly number[]>>,
    lost = new Set<number>(),
  ): Promise<string> {
    const server = createSocket('udp4').unref();
    servers.push(server);
    server.on('message', (query, { port, address }) => {
      const answer = answerTo(query, addresses);
      if (answer !== undefined && !lost.delete(typeOf(query))) server.send(answer, port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    return `127.0.0.1:${server.address().port}`;
  }

  function askingOf(...nameServers: string[]): () => Resolver {
    return () => {
      const resolver = new Resolver({ timeout: 60_000, tries: 1 });
      resolver.setServers(nameServers);
      return resolver;
    };
  }

  it('finds the addresses of both families', async () => {
    const server = await startNameServer({
      [IPV4]: [192, 0, 2, 1],
      [IPV6]: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1],
    });
    const resolve = createResolve(askingOf(server));
    expect(await resolve('receiver.example.test')).to.deep.equal(['192.0.2.1', '2001:db8::1']);
  });

  for (const [silent, addresses, found] of [
    ['IPv6', { [IPV4]: [192, 0, 2, 1] }, '192.0.2.1'],
    ['IPv4', { [IPV6]: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1] }, '2001:db8::1'],
  ] as const) {
    it(`does without ${silent} where a name server never answers for it`, async () => {
      const resolve = createResolve(askingOf(await startNameServer(addresses)));
      expect(await resolve('receiver.example.test')).to.deep.equal([found]);
    });
  }

  it('does not do without a family because one packet was lost', async () => {
    const both = { [IPV4]: [192, 0, 2, 1], [IPV6]: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1] };
    const server = await startNameServer(both, new Set([IPV4]));
    const resolve = createResolve((options) => {
      const resolver = new Resolver(options);
      resolver.setServers([server]);
      return resolver;
    });
    expect(await resolve('receiver.example.test')).to.deep.equal(['192.0.2.1', '2001:db8::1']);
  });

  it('asks the name servers that the system has since none of the others was there', async () => {
    const gone = await startNameServer({});
    servers.pop()?.close();
    const next = await startNameServer({ [IPV4]: [192, 0, 2, 1], [IPV6]: [] });
    const configured = [gone, next];
    const resolve = createResolve(() => askingOf(configured.shift() ?? '')());
    expect(await resolve('receiver.example.test')).to.deep.equal([]);
    expect(await resolve('receiver.example.test')).to.deep.equal(['192.0.2.1']);
  });

  it('keeps what it knows of name servers where one says that there is no such name', async () => {
    const server = await startNameServer({ [IPV4]: [], [IPV6]: [] });
    let opened = 0;
    const resolve = createResolve(() => {
      opened += 1;
      return askingOf(server)();
    });
    expect(await resolve('gone.example.test')).to.deep.equal([]);
    expect(opened).to.equal(1);
  });
});

/** What a query asks for. */
function typeOf(query: Buffer): number {
  return query.readUInt16BE(query.indexOf(0, 12) + 1);
}

/** A DNS message (RFC 1035, 4) that answers a query; undefined to be silent. */
function answerTo(query: Buffer, addresses: Readonly<Record<number, readonly number[]>>): Buffer | undefined {
  const end = query.indexOf(0, 12) + 5;
  const type = typeOf(query);
  const address = addresses[type];
  if (address === undefined) return undefined;
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0]);
  header[7] = address.length === 0 ? 0 : 1;
  const question = query.subarray(12, end);
  if (address.length === 0) return Buffer.concat([header, question]);
  const fields = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length];
  return Buffer.concat([header, question, Buffer.from([...fields, ...address])]);
}
