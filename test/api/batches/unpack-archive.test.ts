import { expect } from 'chai';
import { zipSync } from 'fflate';
import { unpackArchive } from '../../../api/batches/file/unpack-archive.js';

const archiveOf = (files: Record<string, Buffer>): Buffer => Buffer.from(zipSync(files));

describe('unpackArchive', () => {
  it('has the files of a spreadsheet, whatever their names', async () => {
    const [sheet, relations] = [Buffer.from('<a/>'), Buffer.alloc(70_000, 'ü')];
    const bytes = archiveOf({ 'a.xml': sheet, 'xl/_rels/Zoë.xml.rels': relations });
    expect(await unpackArchive(bytes)).to.deep.equal({
      files: [
        { name: 'a.xml', content: sheet },
        { name: 'xl/_rels/Zoë.xml.rels', content: relations },
      ],
    });
  });

  it('has nothing of what no reader of spreadsheets needs', async () => {
    const bytes = archiveOf({ 'xl/media/image1.png': Buffer.alloc(10), 'xl/empty.xml': Buffer.alloc(0) });
    expect(await unpackArchive(bytes)).to.deep.equal({ files: [] });
  });
});
