import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { selfSignedCertificate } from '../../../harness/self-signed-certificate.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { type OpenDatabase, openDatabase } from '../../../shared/db/database.js';
import { describeOutage } from '../../../shared/db/describe-outage.js';
import { useDatabase } from '../../support/database/use-database.js';
import { startTlsFront, type TlsFront } from '../../support/network/tls-front.js';

describe('The CA of PostgreSQL', () => {
  const database = useDatabase();
  const [one, other] = [selfSignedCertificate(['localhost']), selfSignedCertificate(['localhost'])];
  const file = join(temporaryFolder(), 'ca.pem');
  let front: TlsFront;
  let db: OpenDatabase;

  before(async () => {
    writeFileSync(file, one.cert);
    front = await startTlsFront(Number(new URL(database.url).port), one, { asPostgres: true });
    const url = new URL(database.url);
    url.port = String(front.port);
    // Which files an address names asks for TLS, too.
    url.search = `?sslrootcert=${encodeURIComponent(file)}`;
    db = await openDatabase({ url: url.href, applicationName: 'test', scope: 'operator', poolSize: 2 });
  });
  beforeEach(async () => {
    writeFileSync(file, one.cert);
    front.present(one);
    expect(await ask()).to.equal(undefined);
  });
  after(async () => {
    await db.close();
    front.close();
  });

  /** Undefined if the statement ran, or else why not; statements on a connection that was just cut are repeated. */
  function ask(): Promise<string | undefined> {
    const reasonNow = () =>
      db.query('SELECT 1').then(
        () => '',
        (error: unknown) => describeOutage(error) ?? String(error),
      );
    return waitFor(
      async () => {
        const reason = await reasonNow();
        return /lost|cut/.test(reason) ? undefined : { reason };
      },
      { describe: 'an answer about the certificate' },
    ).then(({ reason }) => reason || undefined);
  }

  it('is read anew for each connection', async () => {
    front.present(other);
    expect(await ask()).to.match(/^the TLS certificate of the server is not trusted/);
    writeFileSync(file, other.cert);
    expect(await ask()).to.equal(undefined);
  });

  it('stays what it was while its file is away', async () => {
    rmSync(file);
    front.present(one);
    expect(await ask()).to.equal(undefined);
    front.present(other);
    expect(await ask()).to.match(/^the TLS certificate of the server is not trusted/);
  });
});
