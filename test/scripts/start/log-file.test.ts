import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { LogFile } from '../../../scripts/start/log-file.js';

describe('LogFile', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('continues the file of the last run', () => {
    const file = join(folder, 'logs/api.log');
    new LogFile(file).append('first\n');
    new LogFile(file).append('second\n');
    expect(readFileSync(file, 'utf8')).to.equal('first\nsecond\n');
  });

  it('never keeps more than two files of 5 MB', () => {
    const file = join(folder, 'api.log');
    const log = new LogFile(file);
    const megabyte = `${'x'.repeat(999_999)}\n`;
    for (let written = 0; written < 12; written += 1) log.append(megabyte);
    expect([statSync(`${file}.1`).size, statSync(file).size]).to.deep.equal([5_000_000, 2_000_000]);
  });
});
