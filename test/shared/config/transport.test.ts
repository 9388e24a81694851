import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { type Environment, EnvironmentReader } from '../../../shared/config/environment.js';
import { hostsOf, serversOf } from '../../../shared/config/several-servers.js';
import { readDatabaseUrl, readRedisUrl } from '../../../shared/config/transport.js';

const PEM = '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n';

function read(environment: Environment): { database: string; redis: string } | string {
  const reader = new EnvironmentReader({ NODE_ENV: 'production', ...environment });
  const database = readDatabaseUrl(reader, 'DATABASE_URL', '');
  const redis = readRedisUrl(reader, 'REDIS_URL', '');
  try {
    reader.finish();
    return { database, redis };
  } catch (error) {
    return (error as Error).message;
  }
}

const SAFE = {
  DATABASE_URL: 'postgres://u:p@db.example.test/x?sslmode=verify-full',
  REDIS_URL: 'rediss://:p@redis.example.test',
};

describe('the way to PostgreSQL and Redis in production', () => {
  it('is TLS with a password to other hosts, and anything on this one', () => {
    const here = [
      'postgres://u@127.0.0.1/x',
      'postgres://u@localhost/x',
      'postgres:///x?host=/run/postgresql',
      'postgres://u:p%40@/x?host=/run/postgresql',
    ];
    for (const url of [SAFE.DATABASE_URL, ...here]) {
      expect(read({ ...SAFE, DATABASE_URL: url }), url).to.be.an('object');
    }
    for (const url of [SAFE.REDIS_URL, 'redis://127.0.0.1', 'redis://[::1]']) {
      expect(read({ ...SAFE, REDIS_URL: url }), url).to.be.an('object');
    }
  });

  for (const [what, environment, fault] of [
    [
      'without TLS',
      { DATABASE_URL: 'postgres://u:p@db.example.test/x' },
      /DATABASE_URL .*add \?sslmode=verify-full/,
    ],
    ['without a look', { DATABASE_URL: 'postgres://u:p@db.example.test/x?sslmode=no-verify' }, /needs TLS/],
    [
      'without a password',
      { DATABASE_URL: 'postgres://u@db.example.test/x?sslmode=require' },
      /needs a password/,
    ],
    ['without TLS', { REDIS_URL: 'redis://:p@redis.example.test' }, /REDIS_URL .*use rediss:\/\//],
    ['without a password', { REDIS_URL: 'rediss://redis.example.test' }, /REDIS_URL .*needs a password/],
  ] as const) {
    it(`is refused ${what}: ${Object.keys(environment).join()}, unless the network is trusted`, () => {
      expect(read({ ...SAFE, ...environment }))
        .to.match(fault)
        .and.to.include('ALLOW_PLAINTEXT=true');
      expect(read({ ...SAFE, ...environment, ALLOW_PLAINTEXT: 'true' })).to.be.an('object');
      expect(read({ ...SAFE, ...environment, NODE_ENV: 'test' })).to.be.an('object');
    });
  }

  it('has no form for a Cluster, and says what to give instead', () => {
    const found = read({ ...SAFE, REDIS_URL: 'rediss+cluster://:p@a.example.test,b.example.test' });
    expect(found).to.match(/REDIS_URL names a Redis Cluster, .*the master that holds it, or Sentinels/);
  });

  it('trusts a CA of its own, by a file that is looked at', () => {
    const file = join(temporaryFolder(), 'ca.pem');
    writeFileSync(file, PEM);
    const plain = { ...SAFE, DATABASE_URL: 'postgres://u:p@db.example.test/x' };
    const found = read({ ...plain, DATABASE_CA_FILE: file, REDIS_CA_FILE: file });
    if (typeof found === 'string') throw new Error(found);
    const { searchParams } = new URL(found.database);
    expect([searchParams.get('sslrootcert'), searchParams.get('sslmode')]).to.deep.equal([
      file,
      'verify-full',
    ]);
    expect(new URL(found.redis).searchParams.get('cafile')).to.equal(file);
    expect(read({ ...SAFE, DATABASE_CA_FILE: '/nowhere/ca.pem' })).to.match(/DATABASE_CA_FILE .*ENOENT/);
  });

  it('is read from files, which are not given beside the variable and are never quoted', () => {
    const file = join(temporaryFolder(), 'redis-url');
    writeFileSync(file, `${SAFE.REDIS_URL}\n`);
    const { DATABASE_URL } = SAFE;
    expect(read({ DATABASE_URL, REDIS_URL_FILE: file })).to.deep.equal({
      database: DATABASE_URL,
      redis: SAFE.REDIS_URL,
    });
    expect(read({ ...SAFE, REDIS_URL_FILE: file })).to.match(/REDIS_URL_FILE is set as well as REDIS_URL/);
    expect(read({ DATABASE_URL, REDIS_URL_FILE: '/nowhere' }))
      .to.match(/REDIS_URL_FILE .*\(ENOENT\)/)
      .and.not.include('is not set');
  });

  for (const [name, url] of [
    ['DATABASE_URL', 'postgres://u:p@a.example.test:5432,b.example.test:5433/x?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://u:p@[::1],127.0.0.1:5433/x?target_session_attrs=read-write'],
    [
      'DATABASE_URL',
      'postgres://u:p@db.example.test/x?sslmode=require&channel_binding=require&connect_timeout=10',
    ],
    ['REDIS_URL', 'rediss+sentinel://:p@a.example.test:26379,b.example.test/mymaster/2'],
    ['REDIS_URL', 'rediss+sentinel://:p@a.example.test,b.example.test/mymaster?sentinelpassword=s'],
    ['REDIS_URL', 'unix:///run/redis/redis.sock?password=p&db=1'],
    ['REDIS_URL', 'rediss://:p@redis.example.test?db=1&family=6'],
  ] as const) {
    it(`may be ${url}`, () => {
      expect(read({ ...SAFE, [name]: url })).to.be.an('object');
    });
  }

  it('takes a + behind the ? for what it is, as libpq does, and as a password in Base64 needs it', () => {
    const found = read({
      DATABASE_URL: 'postgres:///x?host=/run/a+b&user=u&password=p+w%2Fd=',
      REDIS_URL: 'unix:///run/redis.sock?password=p+w/d=',
    });
    if (typeof found === 'string') throw new Error(found);
    const of = (url: string, name: string) => new URL(url).searchParams.get(name);
    expect([of(found.database, 'host'), of(found.redis, 'password')]).to.deep.equal(['/run/a+b', 'p+w/d=']);
    expect(new pg.Client({ connectionString: found.database }).password).to.equal('p+w/d=');
    const sentinels = 'rediss+sentinel://:p@a.example.test,b.example.test/mymaster?sentinelpassword=p+w';
    const behind = read({ ...SAFE, REDIS_URL: sentinels });
    if (typeof behind === 'string') throw new Error(behind);
    expect(of(behind.redis, 'sentinelpassword')).to.equal('p+w');
  });

  it('reaches the driver with the password that was given, also beside a space', () => {
    const DATABASE_URL = 'postgres://u:a b%2Fc%3A@127.0.0.1/x';
    const found = read({ ...SAFE, DATABASE_URL });
    if (typeof found === 'string') throw new Error(found);
    expect(new pg.Client({ connectionString: found.database }).password).to.equal('a b/c:');
  });

  for (const [given, ...expected] of [
    ['postgres://db.example.test/x?user=u%40&password=p%25w&sslmode=require', 'u@', 'p%w', 'db.example.test'],
    ['postgres://a:b@db.example.test/x?user=u&sslmode=require', 'u', 'b', 'db.example.test'],
    ['postgres:///x?host=/run/postgresql&user=u&password=p', 'u', 'p', '/run/postgresql'],
  ] as const)
    it(`finds user and password in ${given}, as the driver does`, () => {
      const found = read({ ...SAFE, DATABASE_URL: given });
      if (typeof found === 'string') throw new Error(found);
      const { username } = new URL(found.database);
      const { user, password, host } = new pg.Client({ connectionString: found.database });
      expect([user, password, host]).to.deep.equal(expected);
      expect(decodeURIComponent(username), 'whose rights are granted').to.equal(user);
    });

  it('names several servers in one URL, each with its port', () => {
    const found = read({ ...SAFE, DATABASE_URL: 'postgres://u:p%40@a:1,[::1]:2/x?sslmode=verify-full' });
    if (typeof found === 'string') throw new Error(found);
    const url = new URL(found.database);
    expect([url.host, url.password, serversOf(url), hostsOf(url)]).to.deep.equal([
      'a:1',
      'p%40',
      ['a:1', '[::1]:2'],
      ['a', '[::1]'],
    ]);
  });

  for (const [name, url, fault] of [
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1,b.example.test/x', /another host and needs TLS/],
    ['DATABASE_URL', '127.0.0.1:5432/x', /must be a URL that starts with postgres:/],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1:1,:2/x', /cannot be read after its :\/\//],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1:99999/x', /with a port up to 65535/],
    ['DATABASE_URL', 'postgres://u:p@/x', /cannot be read after its :\/\//],
    ['DATABASE_URL', 'postgres://u:50%@127.0.0.1/x', /percent-encoded .*% itself is %25/],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1/50%', /a path that cannot be read: in it, % itself is %25/],
    ['REDIS_URL', 'unix:///run/50%/redis.sock', /a path that cannot be read/],
    ['DATABASE_URL', 'postgres://u:p@ss/w@127.0.0.1/x', /has an @ after its host: .*percent-encoded/],
    ['DATABASE_URL', 'postgres://127.0.0.1/x?sslmode=verifyfull', /an sslmode of .*verify-full/],
    ['DATABASE_URL', 'postgres://127.0.0.1/x?pgbouncer=yes', /pgbouncer=true/],
    [
      'DATABASE_URL',
      'postgres://127.0.0.1/x?target_session_attrs=standby',
      /target_session_attrs=read-write/,
    ],
    ['REDIS_URL', 'redis://127.0.0.1,127.0.0.2', /requires the Sentinel form/],
    ['REDIS_URL', 'redis+sentinel://127.0.0.1:26379', /name the master/],
    ['REDIS_URL', 'redis+sentinel://:p@a.example.test/mymaster', /use rediss\+sentinel/],
    ['REDIS_URL', 'redis://127.0.0.1/db0', /the number of a database/],
    ['REDIS_URL', 'unix://', /must contain the name of the server/],
    ['REDIS_URL', 'unix://run/redis.sock', /three slashes: unix:\/\/\/run/],
    ['REDIS_URL', 'unix:///run/redis.sock?db=first', /the number of a database/],
    [
      'DATABASE_URL',
      'postgres://127.0.0.1/x?ssl_mode=verify-full',
      /unknown parameter "ssl_mode" after its \?; this form of address has sslmode, .*pgbouncer$/m,
    ],
    ['DATABASE_URL', 'postgres://127.0.0.1/x?options=-c%20jit%3Doff', /unknown parameter "options"/],
    ['DATABASE_URL', 'postgres://127.0.0.1/x?servers=b.example.test', /unknown parameter "servers"/],
    [
      'DATABASE_URL',
      'postgres://u:p@db.example.test/x?sslmode=require&uselibpqcompat=true',
      /unknown parameter "uselibpqcompat"/,
    ],
    ['DATABASE_URL', 'postgres://u:p@db.example.test/x?ssl=true&sslmode=no-verify', /needs TLS/],
    [
      'DATABASE_URL',
      'postgres://u:p@db.example.test/x?sslmode=verify-full&sslmode=disable',
      /has a parameter twice after its \?; each of sslmode, /,
    ],
    // Otherwise it would count as the socket of this machine, and lead to the other host.
    ['DATABASE_URL', 'postgres://u:p@db.example.test/x?host=', /has nothing after host= in its parameters/],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1/x?port=abc', /a number up to 65535 as its port/],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1/x?port=65536', /a number up to 65535 as its port/],
    [
      'DATABASE_URL',
      'postgres://u:p@127.0.0.1/x?sslrootcert=/nowhere/ca.pem',
      /a file that cannot be read \(ENOENT\) as its sslrootcert/,
    ],
    ['DATABASE_URL', 'postgres://u:p@127.0.0.1/x?sslkey=/nowhere/key', /\(ENOENT\) as its sslkey/],
    ['DATABASE_URL', 'postgres://127.0.0.1/x?p%40ss%3Aword', /unknown parameter after its \?/],
    [
      'REDIS_URL',
      'rediss+sentinel://:p@a.example.test,b.example.test/mymaster?sentinelpasword=s',
      /unknown parameter "sentinelpasword" after its \?; this form of address has sentinelpassword$/m,
    ],
    ['REDIS_URL', 'redis://127.0.0.1?enableOfflineQueue=true', /this form of address has db, family$/m],
    ['REDIS_URL', 'unix:///run/redis.sock?pasword=p', /has username, password, db$/m],
    ['REDIS_URL', 'redis://127.0.0.1?db=first', /the number of a database/],
  ] as const) {
    it(`may not be ${url}, and says why`, () => {
      expect(read({ ...SAFE, [name]: url }))
        .to.match(fault)
        .and.not.match(/:p@/);
    });
  }
});
