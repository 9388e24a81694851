import { expect } from 'chai';
import { FileReader } from '../../../api/batches/file/file-reader.js';
import type { ApiError } from '../../../api/errors/catalogue.js';

const ENTRY = new URL('../../support/processes/reading-process-entry.mjs', import.meta.url);

describe('FileReader', () => {
  const read = async (reader: FileReader, text = '') => {
    const result: unknown = await reader.read(Buffer.from(text), new Map());
    return result as { began: number; ended: number };
  };

  it('reads one file at a time, because each may take much memory', async () => {
    const reader = new FileReader(ENTRY);
    const [first, second, third] = await Promise.all([read(reader), read(reader), read(reader)]);
    expect(second.began).to.be.at.least(first.ended);
    expect(third.began).to.be.at.least(second.ended);
  });

  it('goes on with the next after one that breaks its process', async () => {
    const reader = new FileReader(ENTRY);
    const broken = read(reader, 'x').catch((error: Error) => error.message);
    const next = read(reader);
    expect(await broken).to.equal('This file breaks the process.');
    expect((await next).ended).to.be.a('number');
  });

  it('refuses what ends its process, or keeps it too long, and goes on', async () => {
    const reader = new FileReader(ENTRY, 2_000);
    for (const hard of ['memory', 'time']) {
      expect(await read(reader, hard)).to.include({ kind: 'refused', code: 'invalid_file' });
      expect((await read(reader)).ended).to.be.a('number');
    }
  });

  it('says so when its process ends by itself', async () => {
    const reader = new FileReader(ENTRY);
    const ended = await read(reader, 'end').catch((error: Error) => error.message);
    expect(ended).to.match(/^The process that reads a file has ended with 3: /);
    const missing = await read(new FileReader(new URL('missing.mjs', ENTRY))).catch((error) => error.message);
    expect(missing).to.match(
      /^The process that reads a file has ended with 1: are the files .* still in place\?$/,
    );
  });

  it('is unavailable, and says why to the operator, while no process can be started', async () => {
    const { execPath } = process;
    const reader = new FileReader(ENTRY);
    // The first is an event of the child, and the second is thrown, as for want of memory.
    for (const [path, code] of [
      ['/nowhere/node', 'ENOENT'],
      ['/dev/null/node', 'ENOTDIR'],
    ] as const) {
      process.execPath = path;
      const refused = await read(reader)
        .catch((error: ApiError) => error)
        .finally(() => {
          process.execPath = execPath;
        });
      expect(refused, code).to.include({ kind: 'service_unavailable' });
      expect(String((refused as ApiError).cause)).to.match(
        new RegExp(`no process can be started .*\\(${code}\\)$`),
      );
    }
    expect((await read(reader)).ended).to.be.a('number');
  });

  it('is unavailable for a file whose process is told to stop together with this one', async () => {
    const reader = new FileReader(ENTRY);
    const refused = await read(reader, 'told').catch((error: ApiError) => error);
    expect(refused).to.include({ kind: 'service_unavailable' });
    expect(String((refused as ApiError).cause)).to.match(/the process that reads a file got SIGTERM$/);
    expect((await read(reader)).ended).to.be.a('number');
  });

  it('aborts what it reads when it is closed, and begins nothing more', async () => {
    const reader = new FileReader(ENTRY);
    const reading = [read(reader), read(reader)];
    const results = Promise.allSettled(reading);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await reader.close();
    expect((await results).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
  });
});
