import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { temporaryFolder } from '../../harness/temporary-folder.js';

const MODULE = pathToFileURL('scripts/bootstrap/memory-folder.mjs').href;

/** What a process is given whose system has mounted this, and whether that is there while it runs. */
function given(options: { place: string; mounted: string; freeBytes?: number }): {
  folder: string | null;
  mode?: string;
} {
  const mounts = join(temporaryFolder(), 'mounts');
  writeFileSync(mounts, options.mounted);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { statSync } from 'node:fs';
       import { memoryFolder } from ${JSON.stringify(MODULE)};
       const { place, mounts, freeBytes } = JSON.parse(process.argv[1]);
       const folder = memoryFolder({ place, mounts }, freeBytes) ?? null;
       console.log(JSON.stringify({ folder, mode: folder && statSync(folder).mode.toString(8) }));`,
      JSON.stringify({ place: options.place, mounts, freeBytes: options.freeBytes ?? 0 }),
    ],
    { encoding: 'utf8' },
  );
  expect(stderr).to.equal('');
  return JSON.parse(stdout) as { folder: string | null; mode: string };
}

describe('the folder in memory in which the tests write', () => {
  const place = temporaryFolder();
  const mounted = `tmpfs / tmpfs rw 0 0\ntmpfs ${place} tmpfs rw,nosuid,nodev 0 0\n`;

  it('may be written to by every user, and is gone with its process', () => {
    const { folder, mode } = given({ place, mounted });
    expect(folder).to.match(new RegExp(`^${place}/verification-`));
    expect(mode).to.equal('41777');
    expect(existsSync(String(folder))).to.equal(false);
  });

  it('takes the place of what a run left there that was killed more than a day ago', () => {
    const [old, recent, foreign] = ['verification-old', 'verification-new', 'PostgreSQL.1'].map((name) => {
      const left = join(place, name);
      mkdirSync(left);
      writeFileSync(join(left, 'file'), '');
      return left;
    }) as [string, string, string];
    const twoDaysAgo = Date.now() / 1_000 - 2 * 24 * 60 * 60;
    for (const left of [old, foreign]) utimesSync(left, twoDaysAgo, twoDaysAgo);
    given({ place, mounted });
    expect([old, recent, foreign].map((left) => existsSync(left))).to.deep.equal([false, true, true]);
  });

  for (const { title, ...options } of [
    { title: 'nothing is mounted there', place, mounted: 'tmpfs /run tmpfs rw 0 0\n' },
    { title: 'programs may not be run there', place, mounted: mounted.replace('rw,', 'rw,noexec,') },
    { title: 'too little is free', place, mounted, freeBytes: Number.MAX_SAFE_INTEGER },
    { title: 'the place is gone', place: `${place}/gone`, mounted: `tmpfs ${place}/gone tmpfs rw 0 0\n` },
  ]) {
    it(`is not made where ${title}`, () => {
      expect(given(options).folder).to.equal(null);
    });
  }
});
