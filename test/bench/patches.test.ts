import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { ADOPTED_HISTORY } from '../../shared/history/this-database.js';
import { NOTE_CALL } from '../../shared/witness/scripts.js';

/** The code that a process with a patch of bench/world runs, and how it ends. */
function runPatched(patch: string, code: string): number | null {
  const modules = ['tsx', `./bench/world/${patch}.ts`].flatMap((module) => ['--import', module]);
  return spawnSync(process.execPath, [...modules, '--input-type=module', '-e', code]).status;
}

describe('what a benchmark takes out of a process', function () {
  this.timeout(60_000);

  const met: Readonly<Record<string, string>> = {
    'without-scope': `import pg from 'pg'; new pg.Client().query("BEGIN; SET LOCAL app.scope = ''")`,
    'without-fence': `import pg from 'pg';
      new pg.Client().query({ text: ${JSON.stringify(`SELECT FROM (${ADOPTED_HISTORY}) AS history`)} }, () => {})`,
    'without-witness': `import { Redis } from 'ioredis'; const redis = new Redis({ lazyConnect: true });
      redis.defineCommand('${NOTE_CALL.name}', { lua: '' }); await redis.${NOTE_CALL.name}()`,
  };

  for (const [patch, code] of Object.entries(met)) {
    it(`is taken (${patch}), or the process ends with a failure and nothing is measured`, () => {
      expect(runPatched(patch, code)).to.equal(0);
      expect(runPatched(patch, ''), 'with nothing to take').to.equal(1);
    });
  }
});
