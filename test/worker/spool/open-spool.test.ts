import { execFileSync } from 'node:child_process';
import { closeSync, open, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { openSpool } from '../../../worker/spool/open-spool.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { testKeys } from '../../support/processes/keys.js';

/** How many file operations of a process the kernel can keep waiting at once (libuv). */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

describe('openSpool', () => {
  const folder = temporaryFolder();
  after(() => rmSync(folder, { recursive: true, force: true }));
  const config = { spoolDir: join(folder, 'spool'), encryptionKeys: testKeys.encryptionKeys };

  it('says that the disk does not answer, and opens once it does', async () => {
    const { logger, logged } = recordingLogger();
    // Whoever opens a pipe waits for the other end, as for the disk of a network that is away.
    const pipes = Array.from({ length: THREADS }, (_, index) => join(folder, `pipe-${index}`));
    execFileSync('mkfifo', pipes);
    const readers = pipes.map((pipe) => promisify(open)(pipe, 'r'));
    const opening = openSpool(config, logger, 10);
    try {
      await waitFor(() => logged().includes('SPOOL_DIR does not answer'), { describe: 'a line in the log' });
    } finally {
      for (const pipe of pipes) closeSync(openSync(pipe, 'w'));
      for (const reader of readers) closeSync(await reader);
    }
    expect(await (await opening).isWritable()).to.equal(true);
  });

  it('says nothing of a disk that answers', async () => {
    const { logger, logged } = recordingLogger();
    await openSpool(config, logger);
    expect(logged()).to.equal('');
  });
});
