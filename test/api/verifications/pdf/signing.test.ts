import { execFile, spawnSync } from 'node:child_process';
import { createSecretKey, randomBytes, X509Certificate } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { KeptIdentity } from '../../../../api/verifications/pdf/kept-identity.js';
import { makeIdentity } from '../../../../api/verifications/pdf/signing-identity.js';
import { temporaryFolder } from '../../../../harness/temporary-folder.js';
import { rotateKeys } from '../../../../scripts/operations/rotate-keys.js';
import { Keyring } from '../../../../shared/crypto/keyring.js';
import { SealError } from '../../../../shared/crypto/seal.js';
import type { Sql } from '../../../../shared/db/database.js';
import { buildVerification } from '../../../support/database/factories.js';
import { useDatabase } from '../../../support/database/use-database.js';
import { auditOf } from '../../../support/evidence/audit-of.js';
import { signInClient } from '../../../support/http/caller.js';
import { startApi, type TestApi } from '../../../support/processes/app.js';
import { testKeys } from '../../../support/processes/keys.js';

const run = promisify(execFile);
const ring = testKeys.encryptionKeys;
const hasPdfsig = spawnSync('pdfsig', ['-v']).status === 0;
const newRing = (id: string) => new Keyring([{ id, key: createSecretKey(randomBytes(32)) }, ...ring.all]);

/** What other programs find in a report: its signature as judged by OpenSSL, and its certificate. */
async function openWithOpenssl(file: Buffer, folder: string): Promise<X509Certificate> {
  const [, from = 0, to = 0] = (/\/ByteRange \[0 (\d+) (\d+) /.exec(file.toString('latin1')) ?? []).map(
    Number,
  );
  const [signature, content, certificate] = ['signature', 'content', 'certificate.pem'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  await writeFile(signature, Buffer.from(file.toString('latin1', from + 1, to - 1), 'hex'));
  await writeFile(content, Buffer.concat([file.subarray(0, from), file.subarray(to)]));
  const given = ['-inform', 'DER', '-in', signature];
  await run('openssl', ['pkcs7', ...given, '-print_certs', '-out', certificate]);
  const trusted = ['-CAfile', certificate, '-purpose', 'any', '-out', '/dev/null'];
  const { stderr } = await run('openssl', [
    'cms',
    '-verify',
    '-binary',
    ...given,
    '-content',
    content,
    ...trusted,
  ]);
  expect(stderr).to.match(/verification successful/i);
  return new X509Certificate(await readFile(certificate));
}

describe('the signature of a PDF report', function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const apis: TestApi[] = [];

  before(async () => {
    const first = await startApi();
    apis.push(first, await startApi({ database: first.database }));
  });
  after(async () => {
    for (const api of apis.toReversed()) await api.close();
    await rm(folder, { recursive: true });
  });

  /** One report from each of these APIs, all at once. */
  async function reportsOf(from: readonly TestApi[]): Promise<Buffer[]> {
    const [first] = apis as [TestApi];
    const { token, clientId } = await signInClient(first);
    return Promise.all(
      from.map(async ({ url }) => {
        const { requestId } = await buildVerification(first.db, { clientId, status: 'completed' });
        const answer = await fetch(`${url}/api/v1/verifications/${requestId}/report.pdf`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(answer.status).to.equal(200);
        return Buffer.from(await answer.arrayBuffer());
      }),
    );
  }

  it('is by one certificate, which OpenSSL reads, whichever of two processes is asked first', async () => {
    const files = await reportsOf([...apis, ...apis]);
    const certificates = [];
    for (const file of files) certificates.push(await openWithOpenssl(file, folder));
    const [{ fingerprint256 = '', subject, issuer, publicKey }] = certificates as [X509Certificate];
    expect(new Set(certificates.map((certificate) => certificate.fingerprint256))).to.have.property(
      'size',
      1,
    );
    expect(subject).to.equal('CN=Verification service (self-signed)').and.equal(issuer);
    expect(publicKey.asymmetricKeyDetails).to.deep.include({ modulusLength: 3072 });
    const sha256 = fingerprint256.replaceAll(':', '').toLowerCase();
    expect(
      (await auditOf((apis[0] as TestApi).db, 'pdf_certificate')).map(({ details }) => details),
    ).to.deep.equal([{ sha256 }]);
  });

  it('is by the certificate that was configured, if one was', async () => {
    const pem = await makeIdentity();
    const [api] = apis as [TestApi];
    const other = await startApi({ database: api.database, config: { pdfSigningPem: pem } });
    apis.push(other);
    const [file = Buffer.alloc(0)] = await reportsOf([other]);
    const { raw } = await openWithOpenssl(file, folder);
    expect(raw.equals(new X509Certificate(pem).raw)).to.equal(true);
  });

  (hasPdfsig ? it : it.skip)('is valid in the words of pdfsig', async () => {
    const report = path.join(folder, 'report.pdf');
    const [file = Buffer.alloc(0)] = await reportsOf(apis.slice(0, 1));
    await writeFile(report, file);
    const { stdout } = await run('pdfsig', [report]);
    expect(stdout)
      .to.include('Signature Validation: Signature is Valid.')
      .and.include('Total document signed')
      .and.include('ETSI.CAdES.detached')
      .and.include('Signer Certificate Common Name: Verification service (self-signed)');
  });
});

describe('the identity that the service has made for itself', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const certificateOf = async (kept: KeptIdentity) => (await kept.read()).certificate.toString('hex');
  const rows = () => database.db.query<{ pem_sealed: Buffer }>('SELECT pem_sealed FROM pdf_identity');

  let owner: Sql;

  before(async () => {
    owner = await database.open({ url: database.ownerUrl });
  });
  beforeEach(() => owner.query('DELETE FROM pdf_identity'));

  it('is the same for all who ask at once, by several connections, when there was none', async () => {
    const pools = [database.db, await database.open(), await database.open()];
    const processes = pools.map((db) => new KeptIdentity(db, ring));
    const found = await Promise.all([...processes, ...processes].map(certificateOf));
    expect(new Set(found)).to.have.property('size', 1);
    expect(await rows()).to.have.length(1);
    const [first] = found as [string];
    expect(await certificateOf(new KeptIdentity(database.db, ring)), 'a later process').to.equal(first);
  });

  it('is made when asking failed before, and by the next one when making it failed', async () => {
    let broken = 'SELECT';
    const kept = new KeptIdentity(
      {
        ...database.db,
        query: (text, values) =>
          text.startsWith(broken) ? Promise.reject(new Error('down')) : database.db.query(text, values),
        transaction: (work) =>
          broken === 'INSERT' ? Promise.reject(new Error('down')) : database.db.transaction(work),
      },
      ring,
    );
    for (const statement of ['SELECT', 'INSERT']) {
      broken = statement;
      expect(await kept.read().catch((error: Error) => error.message), statement).to.equal('down');
      expect(await rows()).to.deep.equal([]);
    }
    broken = 'none';
    expect(await certificateOf(kept)).to.be.a('string');
  });

  it('is sealed, and stays the same under new keys', async () => {
    const kept = new KeptIdentity(database.db, ring);
    const before = await certificateOf(kept);
    const [{ pem_sealed }] = (await rows()) as [{ pem_sealed: Buffer }];
    expect(pem_sealed.includes('PRIVATE KEY')).to.equal(false);
    const next = newRing('next');
    expect((await rotateKeys(database.db, next, () => undefined)).unopened).to.deep.equal([]);
    const alone = new Keyring([next.current]);
    expect(await certificateOf(new KeptIdentity(database.db, alone))).to.equal(before);
    expect(await kept.read().catch((error: unknown) => error)).to.be.instanceOf(SealError);
  });

  it('is replaced where a restore has removed it or brought back another', async () => {
    const kept = new KeptIdentity(database.db, ring);
    const before = await certificateOf(kept);
    const [old] = await rows();
    await owner.query('DELETE FROM pdf_identity');
    const made = await certificateOf(new KeptIdentity(database.db, ring));
    expect(made).to.not.equal(before);
    expect(await certificateOf(kept), 'of a process that runs on').to.equal(made);
    await database.db.query('UPDATE pdf_identity SET pem_sealed = $1', [old?.pem_sealed]);
    expect(await certificateOf(kept)).to.equal(before);
  });
});
