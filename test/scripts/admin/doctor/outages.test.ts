import { writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { listenOnLoopback } from '../../../../harness/listen-on-loopback.js';
import { selfSignedCertificate } from '../../../../harness/self-signed-certificate.js';
import { examineAll } from '../../../../scripts/admin/doctor/examine-all.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { LONG_MS, useDoctor } from './use-doctor.js';

const OF_BOTH = ['history', 'encryption'];
const OF_POSTGRES = [
  'postgresql',
  'migrations',
  'role',
  'grants',
  'row_security',
  'triggers',
  'figures',
  'durability',
  'replication',
  'dead_rows',
  'archive',
  'backup',
  'lost_requests',
  'clocks',
  'collations',
  'log',
  ...OF_BOTH,
];
const OF_REDIS = ['redis', 'redis_keys', 'redis_memory', 'redis_persistence', ...OF_BOTH];
const OF_PROVIDER = ['provider'];
const OF_MAIL = ['mail'];

const CERTIFICATE = selfSignedCertificate(['localhost']);
const NOT_TRUSTED = /the TLS certificate of the server is not trusted/;

describe('npm run admin -- doctor says only what it found out', function () {
  this.timeout(LONG_MS);
  useRealNetwork();
  const doctor = useDoctor();
  const fronts: Server[] = [];
  afterEach(() => {
    for (const front of fronts.splice(0)) front.close();
  });

  const withPassword = (address: string): string => {
    const url = new URL(address);
    url.password = 'hidden-word';
    return url.href;
  };

  /** Expects these subjects to be faults for this reason, and all others to be what they are without the outage. */
  async function expectSilence(
    subjects: readonly string[],
    reason: RegExp,
    changed: Readonly<Record<string, string>>,
  ): Promise<void> {
    const well = await examineAll(doctor.environment());
    const findings = await examineAll({ ...doctor.environment(), ...changed });
    for (const [index, { subject, state, found }] of findings.entries()) {
      if (subjects.includes(subject)) {
        expect({ subject, state }).to.deep.equal({ subject, state: 'fault' });
        expect(found, subject).to.match(reason);
      } else {
        expect({ subject, state, found: well[index]?.found.replaceAll(/\d+/g, '0') }).to.deep.equal({
          subject,
          state: well[index]?.state,
          found: found.replaceAll(/\d+/g, '0'),
        });
      }
    }
  }

  it('without PostgreSQL', () =>
    expectSilence(OF_POSTGRES, /could not be checked: PostgreSQL at 127\.0\.0\.1:1: nothing listens there/, {
      DATABASE_URL: 'postgres://user@127.0.0.1:1/service',
    }));

  it('with a wrong password of PostgreSQL', () =>
    expectSilence(OF_POSTGRES, /could not be checked: PostgreSQL at .*: the password of the role is wrong/, {
      DATABASE_URL: withPassword(doctor.url),
    }));

  it('without Redis', () =>
    expectSilence(OF_REDIS, /could not be checked: Redis at 127\.0\.0\.1:1: nothing listens there/, {
      REDIS_URL: 'rediss://127.0.0.1:1',
    }));

  it('with a wrong password of Redis', () =>
    expectSilence(OF_REDIS, /could not be checked: Redis at .*: the user or the password is wrong/, {
      REDIS_URL: withPassword(doctor.redisUrl),
    }));

  it('without the provider', () =>
    expectSilence(OF_PROVIDER, /^127\.0\.0\.1:1 cannot be reached: nothing listens there/, {
      PROVIDER_URL: 'http://127.0.0.1:1',
    }));

  it('without the mail server', () =>
    expectSilence(OF_MAIL, /accepts no mail: nothing listens there/, {
      MAIL_FROM: 'checks@example.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
    }));

  /** Ends TLS in front of a server; that of PostgreSQL only once it is asked for, as PostgreSQL does. */
  async function inFrontOf(address: string, scheme: 'postgres' | 'rediss' | 'https'): Promise<string> {
    const target = new URL(address);
    const carry = (socket: Socket): void => {
      const server = connect(Number(target.port), target.hostname);
      socket.pipe(server).pipe(socket);
      for (const end of [socket, server]) end.on('error', () => [socket, server].map((one) => one.destroy()));
    };
    const front =
      scheme === 'postgres'
        ? createServer((socket) => {
            socket.on('error', () => undefined);
            socket.once('data', () => {
              socket.write('S');
              carry(new TLSSocket(socket, { isServer: true, ...CERTIFICATE }));
            });
          })
        : createTlsServer(CERTIFICATE, carry);
    fronts.push(front);
    const url = new URL(target.href.replace(/^\w+:/, `${scheme}:`));
    url.port = String(await listenOnLoopback(front));
    if (scheme === 'postgres') url.searchParams.set('sslmode', 'verify-full');
    return url.href;
  }

  it('with a CA of PostgreSQL, of Redis and of the provider that is not trusted here', async () => {
    await expectSilence(OF_POSTGRES, NOT_TRUSTED, { DATABASE_URL: await inFrontOf(doctor.url, 'postgres') });
    await expectSilence(OF_REDIS, NOT_TRUSTED, { REDIS_URL: await inFrontOf(doctor.redisUrl, 'rediss') });
    const PROVIDER_URL = await inFrontOf(doctor.redisUrl, 'https');
    await expectSilence(OF_PROVIDER, NOT_TRUSTED, { PROVIDER_URL: new URL(PROVIDER_URL).origin });
  });

  it('by TLS, also where a pool ends it', async () => {
    const ca = join(doctor.spool, 'ca.pem');
    writeFileSync(ca, CERTIFICATE.cert);
    const finding = await doctor.ask('encryption', {
      DATABASE_URL: await inFrontOf(doctor.url, 'postgres'),
      DATABASE_CA_FILE: ca,
      REDIS_URL: await inFrontOf(doctor.redisUrl, 'rediss'),
      REDIS_CA_FILE: ca,
    });
    expect(finding).to.deep.equal({
      subject: 'encryption',
      state: 'ok',
      found: 'PostgreSQL by TLS, Redis by TLS',
    });
  });
});
