import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { writeNewFile } from '../../../scripts/admin/write-new-file.js';

describe('writeNewFile', () => {
  // Where there is no such device, there is no way to get a full disk.
  for (const device of ['/dev/full'].filter(existsSync)) {
    it('says what to do about a full disk, and leaves nothing', async () => {
      const folder = temporaryFolder();
      let said = '';
      await writeNewFile(join(folder, 'export.json'), async () => {
        const full = await open(device, 'w');
        await full.writeFile('{}').finally(() => full.close());
      }).catch((error: Error) => {
        said = error.message;
      });
      expect(said).to.match(
        /^--output cannot be written \(ENOSPC\): the disk is full: nothing was written; make/,
      );
      expect(await readdir(folder)).to.deep.equal([]);
    });
  }
});
