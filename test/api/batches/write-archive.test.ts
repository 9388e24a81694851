import { expect } from 'chai';
import { unpackArchive } from '../../../api/batches/file/unpack-archive.js';
import { writeArchive } from '../../../api/batches/file/write-archive.js';

describe('writeArchive', () => {
  it('writes what another library reads, whatever the names', async () => {
    const files = [
      { name: 'a.xml', content: Buffer.from('<a/>') },
      { name: 'xl/_rels/Zoë.xml.rels', content: Buffer.alloc(70_000, 'ü') },
    ];
    expect(await unpackArchive(writeArchive(files))).to.deep.equal({ files });
  });

  it('has nothing of what no reader of spreadsheets needs', async () => {
    const picture = { name: 'xl/media/image1.png', content: Buffer.alloc(10) };
    const empty = { name: 'xl/empty.xml', content: Buffer.alloc(0) };
    expect(await unpackArchive(writeArchive([picture, empty]))).to.deep.equal({ files: [] });
  });
});
