import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { selfSignedCertificate } from '../../../harness/self-signed-certificate.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { connectForBlocking, redisOutageLog } from '../../../shared/redis/connect.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { startTlsFront, type TlsFront } from '../../support/network/tls-front.js';
import { testRedisUrl } from '../../support/redis/redis.js';

describe('The CA of Redis', () => {
  const [one, other] = [selfSignedCertificate(['localhost']), selfSignedCertificate(['localhost'])];
  const file = join(temporaryFolder(), 'ca.pem');
  const { logger, logged } = recordingLogger();
  let front: TlsFront;
  let redis: Redis;
  let copy: Redis;

  before(async () => {
    writeFileSync(file, one.cert);
    const url = new URL(testRedisUrl());
    front = await startTlsFront(Number(url.port), one);
    const address = `rediss://:${url.password}@localhost:${front.port}${url.pathname}?cafile=${file}`;
    redis = connectForBlocking(address, redisOutageLog(address, logger));
    copy = redis.duplicate().on('error', () => undefined);
    await Promise.all([redis.ping(), copy.ping()]);
  });
  after(() => {
    redis.disconnect();
    copy.disconnect();
    front.close();
  });

  it('is read anew for each connection, also of a copy', async () => {
    writeFileSync(file, one.cert);
    const before = logged().length;
    front.present(other);
    await waitFor(() => logged().slice(before).includes('not trusted'), {
      describe: 'the certificate is refused',
    });
    writeFileSync(file, other.cert);
    expect(await Promise.all([redis.ping(), copy.ping()])).to.deep.equal(['PONG', 'PONG']);
  });
});
