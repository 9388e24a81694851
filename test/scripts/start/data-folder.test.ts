import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { makeDataFolder } from '../../../scripts/start/data-folder.js';

describe('makeDataFolder', () => {
  it('makes a folder that others may only pass through, and takes one that is there', () => {
    const folder = join(temporaryFolder(), '.data');
    makeDataFolder(folder);
    makeDataFolder(folder);
    expect(statSync(folder).mode & 0o077).to.equal(0o011);
  });

  it('says which folder cannot be written, why, and what to do', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => makeDataFolder(join(file, '.data'))).to.throw(
      `keeps its data in ${file}/.data, where it cannot write (ENOTDIR). Run it in a copy`,
    );
  });
});
