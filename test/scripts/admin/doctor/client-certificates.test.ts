import { constants } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { expect } from 'chai';
import { startRawProvider } from '../../../../harness/raw-provider.js';
import { selfSignedCertificate } from '../../../../harness/self-signed-certificate.js';
import type { Finding } from '../../../../scripts/admin/doctor/judgement.js';
import { runAdmin } from '../../../support/processes/run-admin.js';
import { LONG_MS, useDoctor } from './use-doctor.js';

const CERTIFICATE = selfSignedCertificate(['provider.example.test']);

describe('npm run admin -- doctor, asked about a provider by TLS 1.3', () => {
  const doctor = useDoctor();

  async function askAbout(options: TlsOptions): Promise<Finding | undefined> {
    const provider = await startRawProvider(() => undefined, { ...CERTIFICATE, ...options });
    const trusted = join(doctor.spool, 'ca.pem');
    // Read by Node.js at the start of a process.
    writeFileSync(trusted, CERTIFICATE.cert);
    const { DATABASE_URL = '', ...rest } = doctor.environment();
    const variables = { ...rest, PROVIDER_URL: provider.url, NODE_EXTRA_CA_CERTS: trusted };
    const { output } = await runAdmin(DATABASE_URL, ['doctor', '--json'], variables);
    await provider.close();
    return (JSON.parse(output) as Finding[]).find(({ subject }) => subject === 'provider');
  }

  it('says that it requires a certificate of its clients, which it says only after the handshake', async () => {
    const finding = await askAbout({ ca: CERTIFICATE.cert, requestCert: true, rejectUnauthorized: true });
    expect(finding).to.include({ state: 'fault' });
    expect(finding?.found).to.contain('does not accept the certificate of this process, or wants one');
  }).timeout(LONG_MS);

  it('says that it is reached, whether or not it gives tickets', async () => {
    for (const secureOptions of [0, constants.SSL_OP_NO_TICKET]) {
      expect(await askAbout({ secureOptions })).to.include({ state: 'ok' });
    }
  }).timeout(LONG_MS);
});
