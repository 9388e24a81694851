import { expect } from 'chai';
import { FileReader } from '../../../api/batches/file/file-reader.js';

const ENTRY = new URL('../../support/reading-thread-entry.mjs', import.meta.url);

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

  it('goes on with the next after one that breaks its thread', async () => {
    const reader = new FileReader(ENTRY);
    const broken = read(reader, 'x').catch((error: Error) => error.message);
    const next = read(reader);
    expect(await broken).to.equal('This file breaks the thread.');
    expect((await next).ended).to.be.a('number');
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
