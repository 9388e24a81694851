import { readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { newId } from '../../../shared/domain/ids.js';
import { Spool } from '../../../worker/spool/spool.js';
import { callOf, resultOf } from '../../support/checks/settlements.js';
import { testKeys } from '../../support/processes/keys.js';

type Sync = FileHandle['sync'];

/** Whatever is flushed while this runs, and how the names in the folder end by then. */
async function recordFlushes(folder: string, run: () => Promise<unknown>): Promise<[string, string[]][]> {
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as { sync: Sync };
  await handle.close();
  const { sync } = prototype;
  const flushed: [string, string[]][] = [];
  prototype.sync = async function (this: FileHandle): Promise<void> {
    const found = await this.stat();
    const names = readdirSync(folder).map((name) => name.replace(/^.*\./, ''));
    flushed.push([found.isDirectory() ? 'folder' : `file of ${found.size > 0 ? 'all' : 'no'} bytes`, names]);
    await sync.call(this);
  };
  try {
    await run();
  } finally {
    prototype.sync = sync;
  }
  return flushed;
}

describe('A paid answer in the spool', () => {
  const folder = join(temporaryFolder(), 'spool');
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('survives a loss of power: it is flushed before it has its name, and its name before anybody relies on it', async () => {
    const spool = await Spool.open(folder, testKeys.encryptionKeys);
    const settlement = {
      ...{ clientId: newId(), verificationId: newId(), checkId: newId() },
      ...{ call: callOf(newId(), 'positive'), result: resultOf('positive') },
    };
    expect(await recordFlushes(folder, () => spool.put(settlement))).to.deep.equal([
      ['file of all bytes', ['unfinished']],
      ['folder', ['settlement']],
    ]);
  });
});
