import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { CHANGED_BYTES, CHANGED_SEED, changeByte, numbersFrom } from '../../support/evidence/change-byte.js';
import { filesForThePage } from '../../support/evidence/files-for-the-page.js';
import { filesOfTheLog } from '../../support/evidence/files-of-the-log.js';
import type { Shown } from '../../support/evidence/shown.js';
import { signingChain } from '../../support/evidence/signing-chain.js';
import { webhooks } from '../../support/evidence/webhooks.js';
import { startApi, type TestApi } from '../../support/processes/app.js';

const PDFSIG_TRIES = 12;
const hasPdfsig = spawnSync('pdfsig', ['-v']).status === 0;

/**
 * Every kind of evidence that leaves the service. One key signs the log: of several lines below a checkpoint, readers
 * pass over those of keys that they do not know (C2SP signed-note), and a changed one of two would be such a line. Of
 * several signatures of a webhook one that fits will do (Standard Webhooks), so that each has one.
 */
describe('a changed byte of what others are shown', function () {
  this.timeout(300_000);
  const folder = temporaryFolder();
  const next = numbersFrom(CHANGED_SEED);
  let api: TestApi;
  let signing: TestApi;
  let evidence: Shown[];

  before(async () => {
    api = await startApi();
    signing = await startApi({ database: api.database, config: { pdfSigningPem: await signingChain() } });
    const file = path.resolve(import.meta.dirname, '../../../portal/public/evidence-checks/check-all.js');
    const { checkAll } = await import(file);
    const files = await filesForThePage({ api, signing, checkAll });
    evidence = [...files, ...webhooks(), ...(await filesOfTheLog(api))];
  });
  after(async () => {
    await signing.close();
    await api.close();
    await rm(folder, { recursive: true });
  });

  it('is believed as it is', async () => {
    for (const { name, bytes, isBelieved } of evidence) expect(await isBelieved(bytes), name).to.equal(true);
  });

  it(`is found, of ${CHANGED_BYTES} (seed ${CHANGED_SEED})`, async () => {
    const missed: string[] = [];
    for (let count = 0; count < CHANGED_BYTES; count += 1) {
      const { name, bytes, isBelieved } = evidence[count % evidence.length] as Shown;
      const { changed, what } = changeByte(bytes, next);
      if (await isBelieved(changed)) missed.push(`${name}, ${what}`);
    }
    expect(missed).to.deep.equal([]);
  });

  for (const name of ['report.pdf', 'chain.pdf']) {
    (hasPdfsig ? it : it.skip)(`is found by pdfsig in ${name} too, of ${PDFSIG_TRIES}`, async () => {
      const bytes = evidence.find((shown) => shown.name === name)?.bytes ?? new Uint8Array();
      const file = path.join(folder, name);
      const saysValid = async (tried: Uint8Array) => {
        await writeFile(file, tried);
        const { stdout } = spawnSync('pdfsig', [file], { encoding: 'utf8' });
        return /Signature is Valid/.test(stdout) && /Total document signed/.test(stdout);
      };
      expect(await saysValid(bytes)).to.equal(true);
      // The encoding of the signature and its zero padding are up to the file: pdfsig ignores them, as it may.
      const from = Buffer.from(bytes).indexOf('/Contents <');
      for (let count = 0; count < PDFSIG_TRIES; count += 1) {
        const { changed, what } = changeByte(bytes.subarray(0, from), next);
        expect(await saysValid(Buffer.concat([changed, bytes.subarray(from)])), what).to.equal(false);
      }
    });
  }
});
