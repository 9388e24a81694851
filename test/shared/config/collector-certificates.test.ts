import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { readCollectorCertificates } from '../../../shared/config/collector-certificates.js';

describe('readCollectorCertificates', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'collector-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('reads the files that OpenTelemetry would, those for traces first', async () => {
    const [all, traces, key] = ['all.pem', 'traces.pem', 'key.pem'].map((name) => path.join(folder, name));
    for (const file of [all, traces, key]) await writeFile(file ?? '', path.basename(file ?? ''));
    const read = readCollectorCertificates({
      OTEL_EXPORTER_OTLP_CERTIFICATE: all,
      OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: traces,
      OTEL_EXPORTER_OTLP_CLIENT_KEY: key,
      OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: path.join(folder, 'not-there.pem'),
    });
    expect(read).to.deep.equal({ ca: Buffer.from('traces.pem'), key: Buffer.from('key.pem') });
  });

  it('leaves everything to the system where no file is named', () => {
    expect(readCollectorCertificates({})).to.deep.equal({});
  });
});
