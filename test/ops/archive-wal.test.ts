import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';

const NAME = '000000010000000000000001';

describe('deploy/postgresql/archive-wal.sh', () => {
  let folder: string;
  let archived: string;

  beforeEach(() => {
    folder = temporaryFolder();
    archived = join(folder, NAME);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Archives a file of this content as PostgreSQL asks for it. */
  function archive(content: string): { status: number | null; stderr: string } {
    const from = join(folder, 'pg_wal_file');
    writeFileSync(from, content);
    return spawnSync('sh', ['deploy/postgresql/archive-wal.sh', from, NAME], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, WAL_ARCHIVE: folder },
    });
  }

  it('archives a file, and says yes to the same one again', () => {
    expect(archive('whole').status).to.equal(0);
    expect(archive('whole').status).to.equal(0);
    expect(readFileSync(archived, 'utf8')).to.equal('whole');
  });

  it('makes a copy that was interrupted again', () => {
    writeFileSync(`${archived}.unfinished`, 'who');
    expect(archive('whole').status).to.equal(0);
    expect(readFileSync(archived, 'utf8')).to.equal('whole');
    expect(existsSync(`${archived}.unfinished`)).to.equal(false);
  });

  it('never replaces what is there by something else, and says so', () => {
    writeFileSync(archived, 'of another server');
    const { status, stderr } = archive('whole');
    expect(status).to.equal(1);
    expect(stderr).to.include(`${archived} exists with different content`);
    expect(readFileSync(archived, 'utf8')).to.equal('of another server');
  });

  it('fails, and leaves nothing under the name, when the folder takes nothing', () => {
    const { status } = spawnSync('sh', ['deploy/postgresql/archive-wal.sh', 'package.json', NAME], {
      env: { PATH: process.env.PATH, WAL_ARCHIVE: join(folder, 'missing') },
    });
    expect(status).not.to.equal(0);
    expect(existsSync(archived)).to.equal(false);
  });
});
