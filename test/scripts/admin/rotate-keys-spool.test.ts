import { createSecretKey, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { Keyring } from '../../../shared/crypto/keyring.js';
import { sealUnderRing } from '../../../shared/crypto/seal.js';
import { newId } from '../../../shared/domain/ids.js';
import { useDatabase } from '../../support/database/use-database.js';
import { runAdmin } from '../../support/processes/run-admin.js';

const newKey = (id: string) => ({ id, key: createSecretKey(randomBytes(32)) });

describe('npm run admin -- rotate-keys, where paid answers are on disk', function () {
  this.timeout(30_000);

  const database = useDatabase();

  it('names those that only an earlier key opens, and ends with 1 for as long as they are there', async () => {
    const SPOOL_DIR = temporaryFolder();
    const [next, old] = [newKey('next'), newKey('old')];
    const ENCRYPTION_KEYS = [next, old]
      .map(({ id, key }) => `${id}:${key.export().toString('base64')}`)
      .join(',');
    const rotate = () => runAdmin(database.url, ['rotate-keys'], { ENCRYPTION_KEYS, SPOOL_DIR });
    const keep = async (key: typeof next, suffix = ''): Promise<string> => {
      const id = newId();
      const file = join(SPOOL_DIR, `${id}.settlement${suffix}`);
      const place = { table: 'spool', column: 'settlement', id };
      await writeFile(file, sealUnderRing(new Keyring([key]), Buffer.from('{}'), place));
      return file;
    };
    await keep(next);
    expect((await rotate()).code, 'nothing of the old key').to.equal(0);

    const earlier = [await keep(old), await keep(old, '.set-aside')];
    const { code, output } = await rotate();
    expect(code).to.equal(1);
    const named = [...output.matchAll(/^NOT RE-SEALED (\S+): a paid answer/gm)].map(([, file]) => file);
    expect(named.sort()).to.deep.equal(earlier.sort());
  });
});
