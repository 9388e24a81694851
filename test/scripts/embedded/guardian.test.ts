import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { waitFor } from '../../../harness/wait-for.js';
import { removeData } from '../../../scripts/embedded/remove-data.js';

const launcher = `
  const { startPostgres } = await import(process.env.POSTGRES_MODULE);
  const { startRedis } = await import(process.env.REDIS_MODULE);
  const postgres = await startPostgres({ dataDir: process.env.FOLDER + '/postgres', durable: false });
  const redis = await startRedis({ dir: process.env.FOLDER + '/redis' });
  console.log(JSON.stringify([postgres.pid, redis.pid]));
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const moduleUrl = (file: string): string => pathToFileURL(join('scripts/embedded', file)).href;

describe('embedded servers of a launcher that is killed', function () {
  this.timeout(60_000);

  it('end by themselves', async () => {
    const folder = temporaryFolder();
    const modules = { POSTGRES_MODULE: moduleUrl('postgres.ts'), REDIS_MODULE: moduleUrl('redis.ts') };
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', launcher], {
      env: { ...process.env, ...modules, FOLDER: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const pids = JSON.parse(line) as number[];
    expect(pids.map(isAlive)).to.deep.equal([true, true]);
    child.kill('SIGKILL');
    await waitFor(() => !pids.some(isAlive), { timeoutMs: 30_000, describe: 'both servers gone' });
    removeData(join(folder, 'postgres'));
    rmSync(folder, { recursive: true, force: true });
  });
});
