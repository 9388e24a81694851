import { expect } from 'chai';
import { toPostgresUrl } from '../../shared/config/several-servers.js';
import { POSTGRES_PORT, serverOf } from '../../shared/server-of.js';

describe('serverOf', () => {
  const named: readonly (readonly [string, string])[] = [
    ['postgres://u:secret@db/service', 'db:5432'],
    ['postgres://u:secret@db:6000/service?sslmode=verify-full', 'db:6000'],
    ['postgres://u:secret@[::1]:6000/service', '[::1]:6000'],
    ['postgres://u:secret@db/service?port=6001', 'db:6001'],
    ['postgres://u:secret@db:6000/service?port=6001', 'db:6001'],
    ['postgres://u:secret@a:6000,b/service', 'a:6000, b:5432'],
    ['postgres://u:secret@/service?host=/run/postgresql', '/run/postgresql:5432'],
    ['postgres://u:secret@/service?host=/run/postgresql&port=6001', '/run/postgresql:6001'],
  ];
  for (const [address, server] of named) {
    it(`calls the server of ${address} ${server}`, () => {
      expect(serverOf(toPostgresUrl(address), POSTGRES_PORT)).to.equal(server);
    });
  }

  it('names the socket of Redis', () => {
    expect(serverOf('unix:///run/my%20redis.sock?password=secret', 6_379)).to.equal('/run/my redis.sock');
  });
});
