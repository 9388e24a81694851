import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { LogFile } from '../../../scripts/start/log-file.js';

/** What `act` prints. */
function linesSaidBy(act: () => void): string[] {
  const { log } = console;
  const lines: string[] = [];
  console.log = (line: string) => lines.push(line);
  try {
    act();
  } finally {
    console.log = log;
  }
  return lines;
}

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

  it('drops what cannot be written, says so once, and goes on when it can', () => {
    const file = join(folder, 'logs/api.log');
    const log = new LogFile(file);
    rmSync(join(folder, 'logs'), { recursive: true });
    const said = linesSaidBy(() => {
      log.append('first\n');
      log.append('second\n');
      mkdirSync(join(folder, 'logs'));
      log.append('third\n');
    });
    expect(said).to.deep.equal([`${file} cannot be written (ENOENT): its lines are dropped until it can.`]);
    expect(readFileSync(file, 'utf8')).to.equal('third\n');
  });

  it('never keeps more than two files of 5 MB', () => {
    const file = join(folder, 'api.log');
    const log = new LogFile(file);
    const megabyte = `${'x'.repeat(999_999)}\n`;
    for (let written = 0; written < 12; written += 1) log.append(megabyte);
    expect([statSync(`${file}.1`).size, statSync(file).size]).to.deep.equal([5_000_000, 2_000_000]);
  });
});
