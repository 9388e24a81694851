import { type KeyObject, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { expect } from 'chai';
import { startReceiver, type WebhookReceiver } from '../../../harness/webhook-receiver.js';
import { SoftwarePasskey } from '../../support/accounts/software-passkey.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const PASSKEYS = '/api/v1/me/second-factor/passkeys';
const APPLE_NONCE = '1.2.840.113635.100.8.2';
const MAKER = 'CN=Maker of authenticators';

describe('a passkey with a certificate of its maker, which nobody asks for', () => {
  let api: TestApi;
  let inside: WebhookReceiver;
  before(async () => {
    api = await startApi();
    inside = await startReceiver();
  });
  after(async () => {
    await inside.close();
    await api.close();
  });

  it('is taken like any other, and no address that its certificate names is called', async () => {
    const { privateKey: signingKey, publicKey } = await webcrypto.subtle.generateKey(ALGORITHM, true, [
      'sign',
      'verify',
    ]);
    const keys = { privateKey: signingKey, publicKey };
    const signingAlgorithm = ALGORITHM;
    const root = await x509.X509CertificateGenerator.createSelfSigned({
      name: MAKER,
      keys,
      signingAlgorithm,
    });
    // As if the certificate came from a real device. Imported as the API does, or it could be another instance.
    const { SettingsService } = await import('@simplewebauthn/server');
    SettingsService.setRootCertificates({ identifier: 'apple', certificates: [root.toString('pem')] });
    const certify = async (own: KeyObject, nonce: Buffer) => {
      const spki = own.export({ type: 'spki', format: 'der' });
      const certificate = await x509.X509CertificateGenerator.create({
        ...{ subject: 'CN=Somebody', issuer: MAKER, signingKey, signingAlgorithm },
        publicKey: await webcrypto.subtle.importKey('spki', spki, ALGORITHM, true, ['verify']),
        extensions: [
          new x509.Extension(APPLE_NONCE, false, Buffer.concat([Buffer.from('3024a1220420', 'hex'), nonce])),
          new x509.CRLDistributionPointsExtension([inside.url]),
        ],
      });
      return Buffer.from(certificate.rawData);
    };

    const client = await api.signIn(await api.createClientUser());
    const { challenge, passkey_options: options } = (await client.post(PASSKEYS)).body;
    const passkey = await new SoftwarePasskey(api).createCertified(options, certify);
    const added = await client.post(`${PASSKEYS}/confirm`, { challenge, passkey });
    expect(added.status, JSON.stringify(added.body)).to.equal(201);
    expect(inside.received).to.deep.equal([]);
  });
});
