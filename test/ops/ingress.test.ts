import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { MAX_FILE_BYTES } from '../../shared/domain/batch.js';

const MANIFEST = readFileSync('deploy/kubernetes/ingress.example.yaml', 'utf8');

/** The most that comes with the file in a batch's form. */
const FIELDS_BYTES = 64 * 1024;

describe('The example of an ingress', () => {
  const annotation = (name: string): string =>
    new RegExp(`nginx\\.ingress\\.kubernetes\\.io/${name}: "?([^"\\n]+)"?$`, 'm').exec(MANIFEST)?.[1] ?? '';

  it('lets the largest batch file through to the service, which judges it', () => {
    const [, count, unit] = /^(\d+)([km])$/.exec(annotation('proxy-body-size')) ?? [];
    const bytes = Number(count) * (unit === 'm' ? 1024 * 1024 : 1024);
    expect(bytes).to.be.greaterThan(MAX_FILE_BYTES + FIELDS_BYTES);
  });

  it('never repeats a request', () => {
    expect(annotation('proxy-next-upstream')).to.equal('off');
  });
});
