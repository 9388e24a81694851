import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { selfSignedCertificate } from '../../harness/self-signed-certificate.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { readCertificateFile } from '../../shared/certificate-file.js';

const [{ cert: first }, { cert: second }] = [
  selfSignedCertificate(['localhost']),
  selfSignedCertificate(['localhost']),
];

describe('readCertificateFile', () => {
  let file: string;
  beforeEach(() => {
    file = join(temporaryFolder(), 'ca.pem');
    writeFileSync(file, first);
  });

  it('returns what the file holds now', () => {
    expect(readCertificateFile(file)).to.equal(first);
    writeFileSync(file, first + second);
    expect(readCertificateFile(file)).to.equal(first + second);
  });

  for (const [what, replace] of [
    ['is empty', () => writeFileSync(file, '')],
    ['is half written', () => writeFileSync(file, first + second.slice(0, 100))],
    ['holds something else', () => writeFileSync(file, 'nothing of the kind')],
    ['is away', () => rmSync(file)],
  ] as const)
    it(`returns what it last held while it ${what}`, () => {
      readCertificateFile(file);
      replace();
      expect(readCertificateFile(file)).to.equal(first);
    });

  it('throws if it never held anything', () => {
    rmSync(file);
    expect(() => readCertificateFile(file)).to.throw('ENOENT');
  });
});
