import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';

const walOf = (night: number): string => `00000001000000000000000${night}`;

describe('the backups of deploy/postgresql', () => {
  let folder: string;
  let backup: string;

  beforeEach(() => {
    folder = temporaryFolder();
    backup = join(folder, 'backup');
    mkdirSync(join(backup, 'wal'), { recursive: true });
    mkdirSync(join(folder, 'bin'));
    program('pg_archivecleanup', `echo "$2" >"${folder}/cleaned"`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Puts a shell script in the place of a program. */
  function program(name: string, script: string): void {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }

  function run(script: string, args: readonly string[] = []): { status: number | null; stderr: string } {
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      BACKUP: backup,
      PGDATA: join(folder, 'data'),
    };
    return spawnSync('sh', [`deploy/postgresql/${script}`, ...args], { encoding: 'utf8', env });
  }

  /** Takes the backup of a night, whose files say which night it was. */
  function backUp(night: number): void {
    const label = `START WAL LOCATION: 0/${night}000028 (file ${walOf(night)})`;
    program('pg_basebackup', `mkdir "$2" && echo '${label}' >"$2/backup_label" && echo ${night} >"$2/night"`);
    expect(run('base-backup.sh')).to.include({ status: 0, stderr: '' });
  }

  /** Makes the backups older by so many hours. */
  function pass(hours: number): void {
    for (const copy of ['base', 'base.before']) {
      const label = join(backup, copy, 'backup_label');
      if (!existsSync(label)) continue;
      const moment = statSync(label).mtimeMs / 1_000 - hours * 3_600;
      utimesSync(label, moment, moment);
    }
  }

  const nightOf = (copy: string): number => Number(readFileSync(join(copy, 'night'), 'utf8'));
  const cleanedUpTo = (): string => readFileSync(join(folder, 'cleaned'), 'utf8').trim();

  it('keep the night before and its log, for a mistake that is older than the newest', () => {
    backUp(1);
    expect(cleanedUpTo()).to.equal(walOf(1));
    pass(24);
    backUp(2);
    pass(24);
    backUp(3);
    expect(nightOf(join(backup, 'base'))).to.equal(3);
    expect(nightOf(join(backup, 'base.before'))).to.equal(2);
    expect(cleanedUpTo()).to.equal(walOf(2));
    expect(existsSync(join(backup, 'base.unfinished'))).to.equal(false);
  });

  it('keep the night before also when there is another on the same day, but not for ever', () => {
    backUp(1);
    pass(24);
    backUp(2);
    pass(10);
    backUp(3);
    expect(nightOf(join(backup, 'base'))).to.equal(3);
    expect(nightOf(join(backup, 'base.before'))).to.equal(1);
    expect(cleanedUpTo()).to.equal(walOf(1));
    pass(15);
    backUp(4);
    expect(nightOf(join(backup, 'base.before'))).to.equal(3);
  });

  it('are both left where they are when the next one fails, as while PostgreSQL is stopped for a restore', () => {
    backUp(1);
    pass(24);
    backUp(2);
    program('pg_basebackup', 'mkdir "$2" && exit 1');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(run('base-backup.sh').status).to.equal(1);
      expect(nightOf(join(backup, 'base'))).to.equal(2);
      expect(nightOf(join(backup, 'base.before'))).to.equal(1);
    }
  });

  /** Ends the script at its move of this number. */
  function dieAtMove(last: number): void {
    const mv = spawnSync('sh', ['-c', 'command -v mv'], { encoding: 'utf8' }).stdout.trim();
    program(
      'mv',
      `echo >>"${folder}/moves"; [ "$(wc -l <"${folder}/moves")" -ge ${last} ] && kill -9 $PPID && exit 1\nexec ${mv} "$@"`,
    );
  }

  for (const [hours, moves] of [
    [24, 3],
    [10, 2],
  ] as const) {
    for (let last = 1; last <= moves; last += 1) {
      it(`are both in their places again after an end at move ${last} of one ${hours} hours later`, () => {
        backUp(1);
        pass(24);
        backUp(2);
        pass(hours);
        dieAtMove(last);
        program('pg_basebackup', 'mkdir "$2"');
        expect(run('base-backup.sh').status).not.to.equal(0);
        rmSync(join(folder, 'bin', 'mv'));
        program('pg_basebackup', 'exit 1');
        expect(run('base-backup.sh').status).to.equal(1);
        expect(nightOf(join(backup, 'base'))).to.equal(2);
        expect(nightOf(join(backup, 'base.before'))).to.equal(1);
      });
    }
  }

  it('are copied whole, even if the next one takes the place of the one that is copied', () => {
    backUp(1);
    const scripts = join(folder, 'next');
    mkdirSync(scripts);
    copyFileSync('deploy/postgresql/base-backup.sh', join(scripts, 'base-backup.sh'));
    program('pg_basebackup', `cp -r "${backup}/base" "$2" && echo 2 >"$2/night"`);
    const copy = spawnSync('sh', ['-c', 'command -v cp'], { encoding: 'utf8' }).stdout.trim();
    // The next night ends between the copy's first look at the folder and its first file.
    program('cp', `[ "$1" != -a ] || sh "${scripts}/base-backup.sh" || exit 1\nexec ${copy} "$@"`);
    expect(run('restore-copy.sh', ['true'])).to.include({ status: 0, stderr: '' });
    expect(nightOf(join(folder, 'data'))).to.equal(1);
    expect(nightOf(join(backup, 'base'))).to.equal(2);
  });
});
