import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { selfSignedCertificate } from '../../../harness/self-signed-certificate.js';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { clientClassFor } from '../../../shared/db/servers.js';

describe('The key that an address of PostgreSQL names', () => {
  it('is used, and shown by nothing that prints a client', () => {
    const { key, cert } = selfSignedCertificate(['client.example.test']);
    const [keyFile, certFile] = ['client.key', 'client.crt'].map((name) => join(temporaryFolder(), name));
    writeFileSync(keyFile as string, key);
    writeFileSync(certFile as string, cert);
    const address = `postgres://u@localhost/x?sslcert=${certFile}&sslkey=${keyFile}`;
    const Client = clientClassFor(address);
    const { connection } = new Client() as unknown as { connection: { ssl: { key: string; cert: string } } };
    expect(connection.ssl.key).to.equal(key);
    expect(connection.ssl.cert).to.equal(cert);
    const shown = [inspect(connection, { depth: 10 }), JSON.stringify(connection.ssl)];
    for (const text of shown) expect(text).to.contain('BEGIN CERTIFICATE').and.not.contain('PRIVATE KEY');
  });
});
